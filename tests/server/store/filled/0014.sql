-- What a store of revision 0014 may have in it. Never changed: later revisions must keep all of it.
INSERT INTO players (id, name, created) VALUES (3, 'Ada', 1000), (5, 'Bo ☼', 2000);
INSERT INTO sessions (id, hash, player, created, seen, revoked) VALUES
  (1, x'a4d68ade52c3dc55f566ab9117068d96a2e37072bad668f3afdbd51e87561c60', 3, 1000, 1500, NULL),
  (2, x'bf9f669a20d32fef59c1c47d88e86be06292b3396f1dafe462cc56c5fc71bdc9', 3, 1000, 1500, 1600);
INSERT INTO editions (digest, text, created) VALUES ('d1', 'an edition', 1000);
INSERT INTO tables (id, code, game, setup, "key", options, owner, public, edition, state, why, last, created, changed, rematch, worker) VALUES
  (7, 'code-of-table-7', 'pebbles', x'7365747570', x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', x'7b7d', 3, 1, 'd1', 'playing', '', 3, 1000, 3000, NULL, 4611686018427387904),
  (8, 'code-of-table-8', 'pebbles', x'7365747570', x'000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', x'7b7d', NULL, 0, NULL, 'aside', 'It is damaged.', 0, 1000, 3000, 7, NULL);
INSERT INTO seats ("table", seat, kind, player, level, name, hash) VALUES
  (7, 0, 'person', 3, NULL, '', NULL), (7, 1, 'device', 3, NULL, 'Kim', NULL), (7, 2, 'bot', NULL, 4, '', NULL),
  (7, 3, 'client', NULL, NULL, '', x'1300777e91df35feb0ba1243f8cd11927b55ee44ea71b2a95768a8f37bbe23eb'), (8, 0, 'former', NULL, NULL, '', NULL);
INSERT INTO journal ("table", n, at, entry, crc, up) VALUES
  (7, 1, 1000, x'6f6e65', 4185408721, 0),
  (7, 2, 2000, x'74776f00', 3588776990, 1500),
  (7, 3, 3000, x'7468726565', 3294948605, 2500);
INSERT INTO chat ("table", n, at, player, text) VALUES
  (7, 1, 1000, 5, 'hello'), (7, 2, 2000, NULL, '');
INSERT INTO house ("key", value) VALUES ('uptime', 4000);
INSERT INTO webhooks (player, url, language, created, failures, paused, why) VALUES
  (3, 'https://hooks.example/ada', 'de', 1000, 2, NULL, 'status'), (5, 'https://hooks.example/bo', 'en', 1000, 10, 3000, 'no_answer');
INSERT INTO calls ("table", seat, player, decision, patient, due, tries) VALUES (7, 0, 3, 4, 0, 5000, 1), (7, 1, 3, 2, 1, NULL, 0);
INSERT INTO records (name, game, edition, components, text, size, created) VALUES
  ('r00112233445566778899aabbccddeeff', 'pebbles', 'round sha256:0123456789abcdef', 'd1', 'a record', 8, 3000);
INSERT INTO keepers (player, record, at) VALUES (3, 'r00112233445566778899aabbccddeeff', 3000), (5, 'r00112233445566778899aabbccddeeff', 3500);
INSERT INTO reviews (digest, settings, record, edition, state, done, whole, tries, asked, ended, result) VALUES
  ('0123', '48 tries', 'a record', NULL, 'done', 9, 9, 0, 3000, 4000, x'789c4bcb2fcd4b0100065e021d'), ('4567', '48 tries', 'another', NULL, 'working', 2, 9, 1, 3500, NULL, NULL);
INSERT INTO review_wishes (digest, settings, player, "table", name, at) VALUES
  ('0123', '48 tries', 3, 7, 'code-of-table-7', 3000), ('4567', '48 tries', 5, NULL, 'r00112233445566778899aabbccddeeff', 3500);
INSERT INTO review_losses (digest, settings, seat, kind, decisions, lost, spread, best) VALUES ('0123', '48 tries', 0, 'die', 3, 1.5, 0.5, 1);
INSERT INTO puzzle_answers (player, game, puzzle, n, at, day, lost, solved, rating) VALUES
  (3, 'pebbles', '17', 1, 3000, '2031-05-06', 0.0, 1, 1532.0), (3, 'pebbles', '4', 2, 3500, '', NULL, 0, 1507.25), (5, 'pebbles', '17', 1, 4000, '', 1.5, 0, 1468.0);
INSERT INTO daily_pars (day, game, points, record) VALUES ('2031-05-06', 'pebbles', 41, 'r00112233445566778899aabbccddeeff');
UPDATE players SET blocked = 4000 WHERE id = 5;
INSERT INTO orders (id, at, deed, number, name, done, answer) VALUES (2, 4000, 'sign_out', 5, '', NULL, '');
INSERT INTO reports (id, at, reporter, "table", player, text, done) VALUES (1, 3000, 3, 7, 5, 'rude', NULL), (2, 3500, 5, NULL, NULL, 'spam', 4000);
INSERT INTO invitations (id, hash, created, until, uses, note) VALUES (1, x'a4d68ade52c3dc55f566ab9117068d96a2e37072bad668f3afdbd51e87561c60', 1000, 4102444800000, 3, 'the club');
