import { createStore } from '@adtally/client/store.ts'
import { readStored, writeStored } from './storage.ts'

export const APPEARANCES = ['system', 'light', 'dark'] as const
export type Appearance = (typeof APPEARANCES)[number]

export const TEXT_SIZES = ['regular', 'large', 'largest'] as const
export type TextSize = (typeof TEXT_SIZES)[number]

/** Light, dark, or the system's. */
export const appearance = createStore<Appearance>(
  APPEARANCES.find((each) => each === readStored('appearance')) ?? 'system',
)
/** The text size, which makes up for blocked zoom (HOUSE). */
export const text_size = createStore<TextSize>(
  TEXT_SIZES.find((each) => each === readStored('text_size')) ?? 'regular',
)

function apply(): void {
  const { dataset } = document.documentElement
  dataset.appearance = appearance.get()
  dataset.textSize = text_size.get()
}

/** Applies the settings now and on every change. */
export function followAppearance(): void {
  apply()
  appearance.subscribe(apply)
  text_size.subscribe(apply)
}

/** Sets the appearance and stores it on this device. */
export function chooseAppearance(next: Appearance): void {
  writeStored('appearance', next)
  appearance.set(next)
}

/** Sets the text size and stores it on this device. */
export function chooseTextSize(next: TextSize): void {
  writeStored('text_size', next)
  text_size.set(next)
}
