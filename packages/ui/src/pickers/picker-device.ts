import { useSyncExternalStore } from 'react'

/** SPEC §9. */
const MOBILE_WIDTH_MAX = 768
const ZOOM_WIDTH = 750
/** A lower window is a phone held sideways (PRODUCT §16). */
const ZOOM_HEIGHT_MIN = 500
const DESIGN_WIDTH = 375
const VISIBLE_WHEN_LOW = 4

const MOBILE_AGENT = /Android|iPhone|iPad|iPod|Mobile|HarmonyOS|Windows Phone/i

/** What tells a device's kind. */
interface DeviceView {
  innerWidth: number
  navigator: { maxTouchPoints: number; userAgent: string }
}

/** A narrow window with touch, or a user agent that looks mobile (SPEC §2). */
export function isMobile(view: DeviceView = window): boolean {
  const touches = view.navigator.maxTouchPoints > 0
  return (view.innerWidth <= MOBILE_WIDTH_MAX && touches) || MOBILE_AGENT.test(view.navigator.userAgent)
}

/** The scale of options, following the root font: 1 up to 750 px and on a phone held sideways (SPEC §2). */
export function optionScale({
  innerWidth,
  innerHeight,
}: {
  innerWidth: number
  innerHeight: number
}): number {
  return innerWidth > ZOOM_WIDTH && innerHeight >= ZOOM_HEIGHT_MIN ? innerWidth / DESIGN_WIDTH : 1
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** The window's current `optionScale`. */
export function useOptionScale(): number {
  return useSyncExternalStore(subscribe, () => optionScale(window))
}

/** How many of `options` a wheel shows: fewer on a phone held sideways. */
export function useVisibleOptions(options: number): number {
  const is_low = useSyncExternalStore(subscribe, () => window.innerHeight < ZOOM_HEIGHT_MIN)
  return is_low ? Math.min(options, VISIBLE_WHEN_LOW) : options
}
