// Sounds of a table, made here out of noise and tones: a pencil, a wooden cube, dice, a coin. Loaded when they are wanted.

/** @typedef {"pencil" | "cube" | "roll" | "coin"} Sound */

const LOUD = 0.3;
const BETWEEN = 0.06; // seconds from one sound to the next
const THROWS = [0, 0.07, 0.13, 0.21, 0.26, 0.34]; // when dice strike the table, in seconds
const STROKES = [[0, 0.11], [0.13, 0.09], [0.24, 0.16]]; // of a pencil: when, and how long

/** @type {AudioContext | null} */
let context = null;

/**
 * Play some, one after the other. Browsers keep still until somebody has done something on the page.
 * @param {Iterable<Sound>} sounds
 */
export function play(sounds) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  let at = context.currentTime + 0.01;
  for (const each of sounds) {
    sounded(context, each, at);
    at += BETWEEN;
  }
}

/**
 * Put a sound into what is to be heard: how many seconds it lasts.
 * @param {BaseAudioContext} audio
 * @param {Sound} sound
 * @param {number} at when, by the clock of the context
 */
export function sounded(audio, sound, at) {
  const out = new GainNode(audio, { gain: LOUD });
  out.connect(audio.destination);
  if (sound === "pencil") {
    for (const [begin, lasts] of STROKES) noise(audio, out, at + begin, lasts, 3400, 0.35, lasts / 3);
    return 0.4;
  }
  if (sound === "roll") {
    for (const [n, begin] of THROWS.entries()) knock(audio, out, at + begin, 1150 + 170 * ((n * 3) % 5), 0.8 - 0.09 * n);
    return 0.45;
  }
  if (sound === "coin") {
    for (const [tone, loud] of [[2793, 0.35], [4186, 0.22], [6645, 0.12]]) ring(audio, out, at, tone, loud, 0.45);
    noise(audio, out, at, 0.02, 6000, 0.2, 0.002);
    return 0.5;
  }
  knock(audio, out, at, 430, 0.9);
  return 0.12;
}

/**
 * Wood on wood.
 * @param {BaseAudioContext} audio
 * @param {AudioNode} out
 * @param {number} at
 * @param {number} tone
 * @param {number} loud
 */
function knock(audio, out, at, tone, loud) {
  ring(audio, out, at, tone, 0.6 * loud, 0.07);
  ring(audio, out, at, tone * 2.31, 0.3 * loud, 0.04);
  noise(audio, out, at, 0.025, tone * 3, 0.5 * loud, 0.001);
}

/**
 * A tone that dies away.
 * @param {BaseAudioContext} audio
 * @param {AudioNode} out
 * @param {number} at
 * @param {number} tone in hertz
 * @param {number} loud
 * @param {number} lasts
 */
function ring(audio, out, at, tone, loud, lasts) {
  const [source, gain] = [new OscillatorNode(audio, { frequency: tone }), new GainNode(audio, { gain: 0 })];
  source.connect(gain).connect(out);
  faded(gain, at, loud, 0.003, lasts);
  source.start(at);
  source.stop(at + lasts);
}

/**
 * A rustle round a pitch.
 * @param {BaseAudioContext} audio
 * @param {AudioNode} out
 * @param {number} at
 * @param {number} lasts
 * @param {number} pitch in hertz
 * @param {number} loud
 * @param {number} rises how long until it is loudest
 */
function noise(audio, out, at, lasts, pitch, loud, rises) {
  const buffer = new AudioBuffer({ length: Math.ceil(lasts * audio.sampleRate), sampleRate: audio.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = 2 * Math.random() - 1;
  const [source, gain] = [new AudioBufferSourceNode(audio, { buffer }), new GainNode(audio, { gain: 0 })];
  source.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.8 })).connect(gain).connect(out);
  faded(gain, at, loud, rises, lasts);
  source.start(at);
}

/**
 * @param {GainNode} gain
 * @param {number} at
 * @param {number} loud
 * @param {number} rises
 * @param {number} lasts
 */
function faded(gain, at, loud, rises, lasts) {
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + rises);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
}
