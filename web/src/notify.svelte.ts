/** It is my turn: the title, a soft sound, a notification. */

import { prefs } from "./keep.svelte";

let audio: AudioContext | null = null;

export function chime(): void {
  if (!prefs.all.sound) return;
  audio ??= new AudioContext();
  const start = audio.currentTime;
  for (const [i, frequency] of [523.25, 783.99].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = start + i * 0.14;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.09, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.7);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.75);
  }
}

export function notify(title: string, body: string): void {
  chime();
  if (!document.hidden || !prefs.all.notify || !("Notification" in window) || Notification.permission !== "granted")
    return;
  try {
    const note = new Notification(title, { body, tag: "takujo-turn", icon: "/favicon.svg" });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Android shows notifications of a service worker only; the sound and the title have told it
  }
}

/** Ask the browser; true if notifications may be shown. */
export async function askToNotify(): Promise<boolean> {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}
