export { PdfDocument } from './document.ts'
export { latinFont } from './latin-font.ts'
