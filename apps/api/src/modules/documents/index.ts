export { type Column, type DocumentSettings, PdfDocument, type Place } from './document.ts'
export { undrawable } from './font-slices.ts'
export { latinFont } from './latin-font.ts'
