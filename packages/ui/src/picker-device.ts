import { useSyncExternalStore } from 'react'

/** SPEC §9. */
const MOBILE_WIDTH_MAX = 768
const ZOOM_WIDTH = 750
const DESIGN_WIDTH = 375

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

/** An option's height in CSS pixels: as given up to 750 px, above it growing as the root font does (SPEC §2). */
export function optionHeight(height: number, viewport_width: number): number {
  return viewport_width > ZOOM_WIDTH ? (height * viewport_width) / DESIGN_WIDTH : height
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** The window's width, kept up to date. */
export function useViewportWidth(): number {
  return useSyncExternalStore(subscribe, () => window.innerWidth)
}
