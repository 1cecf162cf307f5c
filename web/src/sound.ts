/** Sounds, made here: a few tones, or a rush of noise, with a beginning and an end. */

import { prefs } from "./keep.svelte";

/** From one pitch to another: when it begins and how long it lasts, in seconds. Noise has no pitch but a brightness. */
interface Tone {
  from: number;
  to?: number;
  at?: number;
  for?: number;
  loud?: number;
  shape?: OscillatorType | "noise";
}

const chord = (...pitches: number[]): Tone[] => pitches.map((from, i) => ({ from, at: i * 0.09, for: 0.9 }));

const SOUNDS = {
  turn: [
    { from: 523.25, for: 0.7 },
    { from: 783.99, at: 0.14, for: 0.7 },
  ],
  gem: chord(880, 1108.73, 1318.51, 1760),
  ten: [...chord(261.63, 329.63, 392, 523.25), { from: 65.41, for: 1.6, loud: 1.6 }],
  vortex: [
    { from: 420, to: 70, for: 1.3, shape: "sawtooth", loud: 0.5 },
    { from: 900, to: 160, for: 1.3, shape: "noise", loud: 0.6 },
  ],
  mad: [
    { from: 311, to: 196, for: 0.8, shape: "triangle" },
    { from: 330, to: 185, for: 0.8, shape: "triangle" },
  ],
  wakes: [
    { from: 55, to: 49, for: 1.8, shape: "sawtooth", loud: 0.9 },
    { from: 58, to: 46, for: 1.8, shape: "sawtooth", loud: 0.9 },
    { from: 233, to: 220, at: 0.5, for: 1.2, loud: 0.5 },
  ],
  bomb: [
    { from: 2400, to: 90, for: 1.1, shape: "noise", loud: 2.2 },
    { from: 110, to: 32, for: 0.9, loud: 2 },
  ],
  kill: [
    { from: 98, to: 60, for: 0.3, loud: 1.8 },
    { from: 98, to: 60, at: 0.3, for: 0.3, loud: 1.8 },
    { from: 82, to: 41, at: 0.6, for: 1, loud: 2.2 },
  ],
  escape: chord(392, 587.33, 783.99),
  narrow: chord(392, 587.33, 783.99, 1174.66),
  warp: [
    { from: 220, to: 880, for: 0.5, shape: "triangle" },
    { from: 600, to: 3000, for: 0.6, shape: "noise", loud: 0.5 },
  ],
  collapse: [
    { from: 500, to: 60, for: 1.6, shape: "noise", loud: 1.8 },
    { from: 70, to: 30, for: 1.5, loud: 1.5 },
  ],
  trapped: [
    { from: 700, to: 50, for: 2, shape: "noise", loud: 2 },
    { from: 70, to: 28, for: 2, loud: 2 },
    { from: 49, to: 41, at: 0.8, for: 1.4, shape: "triangle" },
  ],
} satisfies Record<string, Tone[]>;

export type Sound = keyof typeof SOUNDS;

const QUIET = 0.0001; // what fades by a ratio cannot reach nothing
let audio: AudioContext | null = null;
let noise: AudioBuffer | null = null;

export function play(sound: Sound): void {
  if (!prefs.all.sound || !prefs.all.volume) return;
  audio ??= new AudioContext();
  for (const tone of SOUNDS[sound] as Tone[]) one(audio, tone);
}

function one(audio: AudioContext, { from, to = from, at = 0, for: time = 0.5, loud = 1, shape = "sine" }: Tone): void {
  const [start, end] = [audio.currentTime + at, audio.currentTime + at + time];
  const volume = audio.createGain();
  volume.gain.setValueAtTime(QUIET, start);
  volume.gain.linearRampToValueAtTime(0.18 * prefs.all.volume * loud, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(QUIET, end);
  volume.connect(audio.destination);
  const glide = (pitch: AudioParam): void => {
    pitch.setValueAtTime(from, start);
    pitch.exponentialRampToValueAtTime(to, end);
  };
  if (shape === "noise") {
    const source = Object.assign(audio.createBufferSource(), { buffer: (noise ??= rush(audio)), loop: true });
    const filter = audio.createBiquadFilter();
    glide(filter.frequency);
    source.connect(filter).connect(volume);
    source.start(start);
    source.stop(end);
  } else {
    const source = Object.assign(audio.createOscillator(), { type: shape });
    glide(source.frequency);
    source.connect(volume);
    source.start(start);
    source.stop(end);
  }
}

function rush(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  buffer.getChannelData(0).forEach((_, i, all) => (all[i] = Math.random() * 2 - 1));
  return buffer;
}
