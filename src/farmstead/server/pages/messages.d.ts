// Written by `python -m scripts.message_types` from the structs of the server.

/** An account to be made: by this name and passphrase you are known on every device. */
export interface AccountIn {
  name: string;
  passphrase: string;
  invitation?: string;
}

/** Your account. */
export interface AccountOut {
  name: string;
  created: number;
  changed: number;
}

/** Play again, one seat further: the seat before yours, or the last one if yours is the first. */
export interface AgainIn {
  pledge?: string;
}

/** Agree, or do not, to what entry `ask` asked. */
export interface AnswerIn {
  seat: number;
  ask: number;
  yes: boolean;
}

/** What somebody would do in a lesson's position. */
export interface AnswerTo {
  moves: string[];
}

/** Ask to go back to before the move of entry `to`. */
export interface AskIn {
  seat: number;
  to: number;
}

/** The game is to go back, if all agree. */
export interface Asking {
  ask: number;
  seat: number;
  to: number;
  waiting: number[];
}

/** The best that could have been made of the sheet by what the rules leave open at the end. */
export interface BetterOut {
  points: number;
  sentences: string[];
}

/** A line of the score as it stands, None where it cannot be known yet. */
export interface BoardLineOut {
  key: string;
  words: string;
  points: (number | null)[];
  notes: string[];
}

export interface BoardPicture {
  name: string;
  area: string;
  svg: string;
}

/** All that the page shows of a position. */
export interface BoardsOut {
  number: number;
  seat: number | null;
  shown: number;
  decision: number | null;
  heading: HeadingOut;
  question: string;
  pictures: PictureOut[];
  symbols: string;
  choices: ChoiceOut[];
  proposal: ProposalOut | null;
  traits: TraitsOut;
  facts: FactOut[][];
  stock: FactOut[];
  lines: BoardLineOut[];
  verdict: string[];
  next: number | null;
}

/** What whoever made a branch may change. */
export interface BranchChangeIn {
  title?: string | null;
  shared?: boolean | null;
}

/** Play on from a move of a game: you at one seat and bots at the others, or you at all of them. */
export interface BranchIn {
  ply: number;
  luck?: "chosen" | "fresh" | "same";
  seat?: number | null;
  level?: number;
  title?: string;
  shared?: boolean;
}

/** A game that goes on from a move of another. */
export interface BranchOut {
  code: string;
  parent: string;
  ply: number;
  luck: string;
  title: string;
  shared: boolean;
  mine: boolean;
  by: string;
  over: boolean;
  created: number;
}

/** The game of a table goes on from a move of another. */
export interface BranchedOut {
  parent: string;
  ply: number;
  luck: string;
  title: string;
  shared: boolean;
}

/** Those of one game: your own, and those that are shared; newest first. */
export interface Branches {
  branches: BranchOut[];
  names: string[];
  length: number;
  left: LeftOut | null;
  last: number;
}

/** The starts that were cancelled at a table. */
export interface CancelledOut {
  rounds: FairRound[];
}

/** What the owner of a table may change at any time. */
export interface ChangeIn {
  public?: boolean | null;
  chat?: boolean | null;
  hints?: boolean | null;
  spectators?: boolean | null;
  rated?: boolean | null;
}

/** Something that may be done: its moves, its parts, its ghost (part, symbol, size, edges joined), its */
export type ChoiceOut = [moves: string[], parts: string[], ghost: [string, string, number, number] | null, aside: boolean, words: string, doubt: string, whole: boolean];

/** A choice of a lesson, in words, and what it loses. */
export interface ChoiceWeighed {
  words: string;
  behind: number;
  error: number;
  mine: boolean;
  moves: string[];
  placed: string;
}

/** What is to be learnt now. */
export interface CoachOut {
  step: string;
  title: string;
  text: string;
  rule: string;
  link: string;
  parts: string[];
  plan: string[];
  words: string;
  ply: number;
  over: boolean;
  remark: Remark | null;
}

/** Two games of the same kind; a position is known by how many moves led to it. */
export interface ComparedOut {
  one: ComparedSide;
  other: ComparedSide;
  parted: number;
  steps: [number, number][];
  parts: ComparedPart[];
}

/** A season or round, and the step with which it begins. */
export interface ComparedPart {
  step: number;
  words: string;
}

/** One of two games that are compared. */
export interface ComparedSide {
  name: string;
  game: string;
  title: string;
  names: string[];
  length: number;
  running: boolean;
  left: LeftOut | null;
  log: string[][];
}

/** A table and all that is to be said of it. */
export interface CountedOut {
  sheets: { [key: string]: unknown }[];
  seat: number;
  picture: string;
  open: string[];
  palettes: PaletteOut[];
  steps: StepsOut[];
  settings: SettingOut[];
  lines: ScoreLineOut[];
  rows: RowOut[];
  breaks: RowOut[];
  places: number[];
  verdict: string[];
  doubts: FaultOut[];
  better: BetterOut;
  scores: { [key: string]: unknown }[];
}

/** The games of a day, or of several. */
export interface Dailies {
  games: DailyOut[];
  streak: number;
}

/** The game of a day. */
export interface DailyOut {
  day: string;
  game: string;
  title: string;
  level: number;
  ends: number;
  commitment: string;
  key: string;
  mine: string;
  code: string;
  results: ResultOut[] | null;
  par: number | null;
  par_game: string;
}

/** A choice between several moves, and what it cost in final points. */
export interface DecisionOut {
  ply: number;
  seat: number;
  part: string;
  kind: string;
  kind_words: string;
  choices: number;
  made: MoveWords;
  best: MoveWords;
  lost: number;
  error: number;
  clear: boolean;
}

/** What a deed needs besides: a new name. */
export interface DeedIn {
  name?: string;
}

/** A throw of equal dice: the ticket in base len(faces) has a digit for each of them. */
export interface DiceOut {
  verb: string;
  faces: string;
  dice: number;
}

/** It is written down, for good. */
export interface Done {
  number: number;
  again: boolean;
}

/** One chance event: either `odds`, whose outcomes own tickets in this order, or `dice`. */
export interface DrawOut {
  name: string;
  outcome: string;
  odds?: OddsOut[];
  dice?: DiceOut;
}

/** An edition file, to be checked. It is not stored. */
export interface EditionIn {
  text: string;
}

/** A sound edition drawn, or all that is wrong with one that is not, in English as the checker says it. */
export interface EditionOut {
  sound: boolean;
  problems: string[];
  game: string;
  title: string;
  label: string;
  sections: SectionOut[];
  symbols: string;
}

/** What one of several equal dice may show. */
export interface FaceOut {
  face: string;
  words: string;
}

export interface FactOut {
  emblem: string;
  words: string;
  number: number;
}

/** What is known of where the luck of a game comes from. */
export interface FairNow {
  round: number;
  commitment: string;
  contributions: FairSeat[];
  waiting: number[];
  open: boolean;
  scheme: number;
  setup: FairSetup;
}

/** All that it takes to derive the luck of a finished game again, without its rules. */
export interface FairOut {
  version: number;
  round: number;
  commitment: string;
  key: string;
  contributions: FairSeat[];
  marks: string[];
  draws: DrawOut[];
  setup: FairSetup;
  cancelled: FairRound[];
}

/** A start that was cancelled, and the server's key for it, which nothing depends on any more. */
export interface FairRound {
  round: number;
  why: string;
  key: string;
  contributions: FairSeat[];
}

/** What a seat adds to the luck of the game: the hash of it, and itself once it is opened. */
export interface FairSeat {
  seat: number;
  pledge: string;
  value?: string;
}

/** What a game is played with, as the record says it. Scheme 2 of fair chance binds it. */
export interface FairSetup {
  game: string;
  rules: number;
  seats: number;
  options: string[];
  edition: string;
}

/** What cannot be, or what no game leads to; the sentence says what would do. */
export interface FaultOut {
  rule: string;
  sentence: string;
  seat: number | null;
}

/** Let bots take all seats that are free, and begin. */
export interface FillIn {
  level: number;
}

/** How far a film is: `unknown` where it has to be asked for, `waiting`, `working`, `ready`. */
export interface FilmOut {
  state: string;
  done: number;
  whole: number;
}

/** All that the page shows of a position, and who was to decide in it. */
export interface FrameOut {
  number: number;
  seat: number | null;
  shown: number;
  decision: number | null;
  heading: HeadingOut;
  question: string;
  pictures: PictureOut[];
  symbols: string;
  choices: ChoiceOut[];
  proposal: ProposalOut | null;
  traits: TraitsOut;
  facts: FactOut[][];
  stock: FactOut[];
  lines: BoardLineOut[];
  verdict: string[];
  next: number | null;
  to_act: number[];
}

/** Positions one after the other; each picture that the browser lacks is there once, by its key. */
export interface FramesOut {
  first: number;
  frames: FrameOut[];
  pictures: { [key: string]: string };
}

/** How a line of one's score changes. */
export interface Gain {
  key: string;
  words: string;
  points: number;
}

/** A game that can be played here. */
export interface GameOut {
  name: string;
  title: string;
  fewest: number;
  most: number;
  switches: { [key: string]: string };
  levels: LevelOut[];
  neighbours: NeighbourOut[];
  options: { [key: string]: string };
}

/** A game that can be played here, as pages tell of it. */
export interface GameShown {
  name: string;
  title: string;
  fewest: number;
  most: number;
  switches: { [key: string]: string };
  levels: LevelShown[];
  neighbours: NeighbourShown[];
  options: { [key: string]: string };
  guided: boolean;
  editions: boolean;
}

/** Which of your seats gets the device; none: it lies on the table, and shows what everybody may see. */
export interface HandIn {
  seat: number | null;
}

export interface HeadingOut {
  title: string;
  note: string;
  done: number;
  whole: number;
  segments: SegmentOut[];
}

/** What happened, and the same in words. */
export interface Heard {
  news: News;
  words: string[];
  seats: (number | null)[];
  keys: string[];
  briefs: string[];
}

/** The best moves of a decision, best first, from what the seat sees and from nothing else. */
export interface HintOut {
  number: number;
  decision: number;
  moves: Suggested[];
  why: string;
  tries: number;
  reasons: string;
}

/** The one time that the token of a seat is told. Whoever has it may take the seat. */
export interface Invitation {
  seat: number;
  token: string;
}

/** One of the records that you brought along. */
export interface KeptOut {
  name: string;
  game: string;
  title: string;
  size: number;
  at: number;
}

export interface KeptsOut {
  records: KeptOut[];
}

/** Decisions of one kind. */
export interface KindOut {
  kind: string;
  words: string;
  decisions: number;
  lost: number;
  error: number;
}

/** Where a game left another. */
export interface LeftOut {
  parent: string;
  ply: number;
  luck: string;
}

/** How good a choice is. */
export interface LessonAnswer {
  right: boolean;
  words: string;
  behind: number;
  error: number;
  lines: [string, number][];
  text: string;
  best: string[];
  best_words: string;
  others: ChoiceWeighed[];
}

/** How well a bot plays. */
export interface LevelOut {
  level: number;
  name: string;
}

/** How well a bot plays, as a page calls it, and how that is. */
export interface LevelShown {
  level: number;
  name: string;
  how: string;
}

/** A position of the better line; before its first move also what is to be marked. */
export interface LineBoard {
  step: number;
  steps: number;
  words: string;
  said: string[];
  pictures: BoardPicture[];
  symbols: string;
  made: string[];
  better: string[];
  position: string[];
}

/** Something to say at the table. */
export interface LineIn {
  text: string;
}

/** What somebody said. */
export interface LineOut {
  n: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

/** Points in one line of the score. */
export interface LinePoints {
  line: string;
  words: string;
  points: number;
}

/** Some lines of the chat, oldest first. */
export interface Lines {
  lines: LineOut[];
}

/** What a seat, or a spectator, may see now. */
export interface Look {
  position: Position;
  clocks: (number | null)[];
  words: string[];
  verdict: string[];
  standing: ({ [key: string]: number | null })[];
}

/** What is to be chosen now: a face for each of so many dice, or one of the outcomes. */
export interface LuckChoicesOut {
  number: number;
  event: string;
  dice: number;
  faces: FaceOut[];
  outcomes: OutcomeOut[];
}

/** What chance brings: an outcome, or the faces of all dice; without either it falls as it may. */
export interface LuckIn {
  event: string;
  move?: string | null;
  dice?: string;
  rest?: boolean;
}

/** What came, against what could have come: the points that it gave each seat or took from it. */
export interface LuckOut {
  ply: number;
  name: string;
  part: string;
  words: string;
  outcomes: number;
  all_tried: boolean;
  gains: number[];
  errors: number[];
}

/** What chance may bring, with pictures of what words do not tell well. */
export interface LuckShown {
  luck: LuckChoicesOut;
  pictures: { [key: string]: string };
}

/** Who you are here; without a name you can watch and not play. */
export interface Me {
  name: string | null;
  account?: boolean;
  blocked?: boolean;
}

/** A table as whoever runs the server sees it: no link to it, and nothing of its game. */
export interface ModeratedTableOut {
  id: number;
  game: string;
  state: string;
  public: boolean;
  owner: number | null;
  created: number;
  changed: number;
  seats: SeatedOut[];
}

/** A choice: for which decision of the seat, and which of its legal moves. */
export interface MoveIn {
  seat: number;
  decision: number;
  move: string;
}

/** A move as it is written, and in words. */
export interface MoveWords {
  move: string;
  words: string;
}

/** Choices that belong together: for this decision of the seat and those after it, in order. */
export interface MovesIn {
  seat: number;
  decision: number;
  moves: string[];
}

/** How somebody wants to be called. */
export interface NameIn {
  name: string;
}

/** Where a record is to be found from now on. */
export interface NamedOut {
  name: string;
}

/** A bot with a name and a manner of its own, which plays at a level. */
export interface NeighbourOut {
  id: string;
  name: string;
  level: number;
}

/** A neighbour, with a sentence about them. */
export interface NeighbourShown {
  id: string;
  name: string;
  level: number;
  about: string;
}

/** A table that has just been made, and the tokens of its invited and client seats. */
export interface NewTableOut {
  table: TableOut;
  invitations: Invitation[];
}

/** What one entry of the journal means to a seat, or to a spectator. */
export interface News {
  number: number;
  kind: string;
  seat?: number;
  events?: SeatEvent[];
  by?: string;
  decision?: number;
  move?: string;
  how?: string;
  level?: number;
  why?: string;
  to?: number;
  ask?: number;
  yes?: boolean;
  gone?: number[];
  pledge?: string;
  value?: string;
  who?: string;
}

/** Everything after an entry, in order. */
export interface NewsOut {
  heard: Heard[];
}

/** Something that could have come out, and how many tickets it owned. */
export interface OddsOut {
  outcome: string;
  weight: number;
}

/** What that seat had pledged. It is not taken if the `pledges` are not those that count now. */
export interface OpenIn {
  seat: number;
  value: string;
  pledges?: string[];
}

/** The passphrase of whoever runs the server. */
export interface OperatorIn {
  passphrase: string;
}

/** What waits for whoever runs the server. */
export interface OperatorNow {
  reports: number;
}

/** What chance may bring. */
export interface OutcomeOut {
  move: string;
  words: string;
  weight: number;
}

/** Other components than the packaged ones: the SHA-256 of their file; name and digest as in records. */
export interface OwnEditionOut {
  digest: string;
  label: string;
}

/** Tools that belong together, and kinds by which they can be sifted. */
export interface PaletteOut {
  title: string;
  tools: ToolOut[];
  sieve: [string, string][];
}

/** A season or round, and the first position in it. */
export interface PartOut {
  ply: number;
  words: string;
  number: number;
}

/** Another passphrase. */
export interface PassphraseIn {
  old: string;
  new: string;
}

/** A player as whoever runs the server sees them. */
export interface PersonOut {
  id: number;
  name: string;
  account: boolean;
  created: number;
  seen: number | null;
  blocked: number | null;
  tables: number;
}

/** One picture, or only its key where the browser has it. */
export interface PictureOut {
  name: string;
  area: string;
  key: string;
  svg?: string;
}

/** One component. */
export interface PieceOut {
  name: string;
  title: string;
  about: string;
  svg: string;
  count: number;
  source: string;
}

/** The hash of what a seat of yours will add to the luck. */
export interface PledgeIn {
  seat: number;
  pledge: string;
}

/** What each seat could expect at the end, at one moment of the game. */
export interface PointOut {
  ply: number;
  points: number[];
  errors: number[];
}

/** All that a seat, or a spectator, may see now. */
export interface Position {
  number: number;
  phase: "closed" | "over" | "playing" | "waiting";
  seat: number | null;
  view: { [key: string]: unknown } | null;
  to_act: number[];
  stage: string;
  decision: number | null;
  next: number;
  legal: string[];
  undo: number;
  back: number;
  ask: Asking | null;
  marked: boolean;
  seats: SeatNow[];
  lines: { [key: string]: number }[];
  places: number[];
  fair: FairNow | null;
  luck: string;
}

/** What a choice would do. */
export interface Preview {
  words: string;
  here: string;
  sentences: string[];
  gains: Gain[];
  svg: string;
  confirm: boolean;
}

/** Why something was not done: for programs by key, for people as a sentence. */
export interface Problem {
  key: string;
  rule: string;
  tried: string;
  sentence: string;
  instead: string[];
  args: { [key: string]: string | number };
}

/** What most people would do now, to be made by one button (`render.page.Proposal`). */
export interface ProposalOut {
  moves: string[];
  uses: { [key: string]: number };
  parts: string[];
  words: string;
  sentences: string[];
}

/** How good a choice is, and what it did to a rating: the first answer to a puzzle counts. */
export interface PuzzleAnswered {
  game: string;
  solved: boolean;
  words: string;
  behind: number;
  error: number;
  lines: [string, number][];
  best: string[];
  best_words: string;
  others: ChoiceWeighed[];
  counted: boolean;
  rating: number | null;
  change: number | null;
  streak: number;
  next: string;
}

/** What somebody would do in a puzzle's position; no moves: the answer is to be shown. */
export interface PuzzleChoice {
  moves: string[];
}

/** Somebody in a list of ratings: a person, or a level of bots. */
export interface RatedOut {
  place: number;
  name: string;
  level: number;
  mu: number;
  sigma: number;
  games: number;
  mine: boolean;
}

/** Ratings are kept for each game and number of seats. */
export interface RatingKind {
  game: string;
  title: string;
  seats: number;
}

/** Those of one game and number of seats, by mu − 2 sigma: who is surely strong comes first. */
export interface Ratings {
  kind: RatingKind;
  rated: RatedOut[];
  mine: RatedOut | null;
  history: StepOut[];
}

/** A record of a game: as it is, or a file that it is in, such as a picture, in base 64. */
export interface RecordIn {
  text?: string;
  file?: string;
}

/** Something else was chosen than the coach had in mind. */
export interface Remark {
  made: string;
  meant: string;
  text: string;
}

/** What whoever runs the server should look at: somebody at the table, or without a seat all of it. */
export interface ReportIn {
  text: string;
  seat?: number | null;
}

/** What somebody has reported, with what was said at that table last. */
export interface ReportOut {
  id: number;
  at: number;
  reporter: PersonOut;
  player: PersonOut | null;
  table: number | null;
  text: string;
  chat: SaidOut[];
}

/** What came of somebody's attempt. */
export interface ResultOut {
  place: number;
  shared: boolean;
  name: string;
  level: number;
  account: boolean;
  points: number | null;
  other: number | null;
  how: string;
  mine: boolean;
  code: string;
  together: boolean;
}

/** What a review found. All figures are final points of a seat. */
export interface ReviewFound {
  title: string;
  game: string;
  names: string[];
  moves: number;
  over: boolean;
  scores: number[] | null;
  verdict: string[];
  line_words: { [key: string]: string };
  turnings: TurningOut[];
  own_turnings: TurningOut[][];
  decisions: DecisionOut[];
  lucks: LuckOut[];
  expected: PointOut[];
  standing: StandingOut[];
  totals: TotalOut[];
  strokes: string[];
}

/** How far a review is, and when it is done what it found. */
export interface ReviewOut {
  name: string;
  state: "done" | "failed" | "none" | "waiting" | "working";
  done: number;
  whole: number;
  ahead: number;
  wanted: boolean;
  current: boolean;
  settings: string;
  found: ReviewFound | null;
}

/** The ribbons of one game, for whoever played it at one seat to its end. */
export interface RibbonsOut {
  grade: number;
  best: number | null;
  ahead: number;
  beaten: number[];
  neighbours: NeighbourOut[];
}

/** A line of the score of all sheets. */
export interface RowOut {
  key: string;
  name: string;
  points: number[];
  rule: string;
}

/** A line of a table's chat. */
export interface SaidOut {
  player: number | null;
  name: string;
  text: string;
  at: number;
}

/** Farms or valleys as `farmstead score` reads them, one object a line; and what is to be done to them. */
export interface ScoreIn {
  sheets?: { [key: string]: unknown }[];
  seat?: number;
  deed?: string;
  tool?: string;
  names?: string[];
  counted?: number | null;
  edition?: string;
  components?: string;
}

/** A line of the score of the sheet that is shown; `overlay` is laid over its picture. */
export interface ScoreLineOut {
  key: string;
  name: string;
  rule: string;
  points: number;
  reasons: string[];
  overlay: string;
}

/** `fault`: why a deed was not done, or why the sheets cannot be; then `counted` is as before, or none. */
export interface ScoreOut {
  counted: CountedOut | null;
  fault: FaultOut | null;
  notes: FaultOut[];
  edition: OwnEditionOut | null;
  problems: string[];
  symbols: string;
}

/** An event that a seat hears of. */
export interface SeatEvent {
  key: string;
  seat: number | null;
  args: { [key: string]: string | number };
  own?: boolean;
}

/** Who is to sit there. */
export interface SeatIn {
  who?: "bot" | "client" | "device" | "invited" | "me" | "open";
  level?: number;
  name?: string;
  neighbour?: string;
  how?: "bot" | "client" | "device" | "invited" | "me" | "open";
}

/** Who plays a seat now. */
export interface SeatNow {
  how?: string;
  level?: number;
  away?: string;
  who?: string;
}

/** For one of your seats. */
export interface SeatOnly {
  seat: number;
}

/** Who sits there, or who may. */
export interface SeatOut {
  seat: number;
  how: string;
  name: string;
  level: number;
  away: string;
  mine: boolean;
  for_me: boolean;
  invited: boolean;
  neighbour: string;
  guest: boolean;
  who: string;
}

/** Who has a seat of a table. */
export interface SeatedOut {
  kind: string;
  player: number | null;
  name: string;
}

/** All components of a sort. */
export interface SectionOut {
  kind: string;
  title: string;
  items: PieceOut[];
  wide: boolean;
}

export interface SegmentOut {
  key: string;
  words: string;
  now: boolean;
}

/** A browser or program that is known to be yours. */
export interface SessionOut {
  id: number;
  created: number;
  seen: number;
  current: boolean;
  device: string;
}

/** A choice: `set KEY VALUE`; each value with its words. */
export interface SettingOut {
  key: string;
  name: string;
  value: string;
  choices: [string, string][];
}

/** What a stream tells a page after news: a position without what only programs read, and its boards. */
export interface ShownOut {
  look: Look;
  boards: BoardsOut | null;
}

/** Who you are, on another device. */
export interface SignInIn {
  name: string;
  passphrase: string;
  leave_guest?: boolean;
}

/** Take a seat; with the token if it takes an invitation. */
export interface SitIn {
  invitation?: string;
  pledge?: string;
}

/** The points of all seats by line of the score, as a part of the game begins. */
export interface StandingOut {
  ply: number;
  part: string;
  lines: { [key: string]: number }[];
}

/** What a game did to your rating. */
export interface StepOut {
  n: number;
  at: number;
  place: number;
  mu: number;
  sigma: number;
}

/** A number: `more KEY`, `less KEY`. */
export interface StepperOut {
  key: string;
  name: string;
  number: number;
  symbol: string;
}

/** Numbers that belong together. */
export interface StepsOut {
  title: string;
  steppers: StepperOut[];
}

/** A game to be looked back at. A position is known by how many moves, chance included, led to it. */
export interface StudyOut {
  name: string;
  table: string;
  game: string;
  title: string;
  switches: string[];
  rules: number;
  edition: string;
  names: string[];
  mine: number[];
  seat: number | null;
  running: boolean;
  eyes: number[];
  length: number;
  marks: string[];
  score: number[];
  movers: number[];
  choices: number[];
  parts: PartOut[];
  log: string[][];
  left: LeftOut | null;
  taken_back: number;
  options: string[];
}

/** A move that is worth a thought, and what it promises. */
export interface Suggested {
  move: string;
  words: string;
  plan: string[];
  points: number;
  error: number;
  behind: number;
}

/** A table to be made. The game begins when its last seat is taken. */
export interface TableIn {
  game: string;
  seats: SeatIn[];
  options?: string[];
  edition?: string;
  public?: boolean;
  clock?: number;
  level?: number;
  chat?: boolean;
  hints?: boolean;
  spectators?: boolean;
  rated?: boolean;
  pledge?: string;
  switches?: string[];
}

/** A table as everybody with its link may know it. */
export interface TableOut {
  code: string;
  game: string;
  title: string;
  phase: "closed" | "over" | "playing" | "waiting";
  number: number;
  created: number;
  changed: number;
  public: boolean;
  switches: string[];
  rules: number;
  edition: string;
  own_edition: boolean;
  clock: number;
  level: number;
  chat: boolean;
  hints: boolean;
  spectators: boolean;
  seats: SeatOut[];
  to_act: number[];
  open_views: boolean;
  owner: boolean;
  holder: number | null;
  rematch: string;
  trouble: string;
  rated: boolean;
  daily: string;
  fair: FairNow | null;
  branch: BranchedOut | null;
  guide: string;
  options: string[];
}

/** A page of tables, newest first; `before` asks for the next, if there may be one. */
export interface Tables {
  tables: TableOut[];
  before: number | null;
}

/** What a tap puts down. */
export interface ToolOut {
  key: string;
  name: string;
  symbol: string;
  letter: string;
  kinds: string[];
  left: boolean;
}

/** All of a seat together. */
export interface TotalOut {
  seat: number;
  expected_first: number | null;
  expected_last: number | null;
  luck: number;
  luck_error: number;
  decisions: number;
  as_the_search: number;
  lost: number;
  error: number;
  lost_per_decision: number;
  kinds: KindOut[];
}

/** What scripts have to know about the parts and pictures of a game (`render.page.Traits`). */
export interface TraitsOut {
  turning: string[];
  unfolding: string[];
  implied: string[];
  numbered: string[];
  held: string[];
  chapters: string[][];
  gist: string[];
  taken: [string, string][];
  freed: string[];
  upkeep: string[];
}

/** What became of a call that was asked for. */
export interface Tried {
  ok: boolean;
  why: string;
}

/** A decision that cost more than others, measured once more and to the end of the game. */
export interface TurningOut {
  letter: string;
  ply: number;
  seat: number;
  part: string;
  made: MoveWords;
  better: MoveWords[];
  lost: number;
  error: number;
  lines: LinePoints[];
  sentence: string;
  better_words: string;
  because: string;
  made_here: string;
  better_here: string;
}

/** Take back your last choices; `decision` is the number that `next` of your position says. */
export interface UndoIn {
  seat: number;
  decision: number;
  choices?: number;
}

/** Where you want to be called. */
export interface WebhookIn {
  url: string;
}

/** Where you are called, and how that goes. */
export interface WebhookOut {
  possible: boolean;
  shown: string | null;
  created: number | null;
  failures: number;
  why: string;
  paused: boolean;
}

/** What a choice is worth beside the best. */
export interface WeighedOut {
  best: string;
  why: string;
  behind: number | null;
  least: number;
}

/** Why a part cannot be chosen, or what it is, and where that is written. */
export interface Why {
  sentence: string;
  rule: string;
  link: string;
  about: string;
}
