export type { Column, PdfDocument, Place } from './document.ts'
export { undrawable } from './font-slices.ts'

/** Loads what draws documents. Its libraries weigh megabytes that a program at rest does not need. */
export const loadDrawing = () => import('./drawing.ts')
