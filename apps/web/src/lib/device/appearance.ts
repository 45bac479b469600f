import { readStored, writeStored } from './storage.ts'
import { createStore } from './store.ts'

export const APPEARANCES = ['system', 'light', 'dark'] as const
export type Appearance = (typeof APPEARANCES)[number]

export const TEXT_SIZES = ['regular', 'large', 'largest'] as const
export type TextSize = (typeof TEXT_SIZES)[number]

/** Light, dark, or as the system has it. */
export const appearance = createStore<Appearance>(
  APPEARANCES.find((each) => each === readStored('appearance')) ?? 'system',
)
/** The text-size setting that makes up for the blocked zoom (HOUSE). */
export const text_size = createStore<TextSize>(
  TEXT_SIZES.find((each) => each === readStored('text_size')) ?? 'regular',
)

function apply(): void {
  const { dataset } = document.documentElement
  dataset.appearance = appearance.get()
  dataset.textSize = text_size.get()
}

/** Applies the settings now and whenever they change. */
export function followAppearance(): void {
  apply()
  appearance.subscribe(apply)
  text_size.subscribe(apply)
}

/** The customer's choice, kept on this device. */
export function chooseAppearance(next: Appearance): void {
  writeStored('appearance', next)
  appearance.set(next)
}

/** The customer's choice, kept on this device. */
export function chooseTextSize(next: TextSize): void {
  writeStored('text_size', next)
  text_size.set(next)
}
