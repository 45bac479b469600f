/** SPEC §1 and §9: above this width the page is zoomed. */
const ZOOM_ABOVE_WIDTH = 750
/** A lower window is a phone held sideways, which keeps the phone's sizes (PRODUCT §16). */
const ZOOM_HEIGHT_MIN = 500
const ZOOM_FACTOR = 0.8
/** The design's width (DESIGN: 375 points, 750 pixels). */
const DESIGN_WIDTH = 375
const ROOT_FONT_SIZE = 16

export interface PageScale {
  zoom: number
  root_font_size: number
}

/**
 * The page's zoom and root font size for a window. Above 750 px, except for a phone held sideways, the zoom is 0.8 ×
 * 750 / width (SPEC §1) and the root font grows with the width, which together give a centred 600-px column (HOUSE).
 */
export function pageScale(width: number, height: number): PageScale {
  if (width <= ZOOM_ABOVE_WIDTH || height < ZOOM_HEIGHT_MIN)
    return { zoom: 1, root_font_size: ROOT_FONT_SIZE }
  return {
    zoom: (ZOOM_FACTOR * ZOOM_ABOVE_WIDTH) / width,
    root_font_size: (ROOT_FONT_SIZE * width) / DESIGN_WIDTH,
  }
}

function applyScale(): void {
  const { zoom, root_font_size } = pageScale(window.innerWidth, window.innerHeight)
  const { style } = document.documentElement
  style.fontSize = zoom === 1 ? '' : `${root_font_size}px`
  style.setProperty('zoom', zoom === 1 ? '' : String(zoom))
  style.setProperty('--page-zoom', String(zoom))
  const is_wide = window.innerWidth > ZOOM_ABOVE_WIDTH
  style.setProperty('--column', is_wide ? `${(ZOOM_FACTOR * ZOOM_ABOVE_WIDTH) / zoom}px` : '100%')
}

/** Scales the page now and at every resize; returns how to stop. */
export function followWindowSize(): () => void {
  applyScale()
  window.addEventListener('resize', applyScale)
  return () => window.removeEventListener('resize', applyScale)
}
