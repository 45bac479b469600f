import type { Module } from '../module.ts'
import { archive } from './archive.ts'
import { cleanUpJob } from './clean-up.job.ts'
import { imagePlugin } from './image.plugin.ts'
import { saveImageVerb } from './save-image.verb.ts'
import type {} from './tables.ts'
import { uploadRoute } from './upload.route.ts'

export { encodeImage, imageSizeOf, isOneColour } from './encode-image.ts'
export { attachImages, imagesIn, imagesOf, type KeptImage, keepImage } from './keep-image.ts'
export { type FileStore, localStore, newName } from './store.ts'

/** Customers' images: checked, re-encoded, kept, and shown to their owner and the staff who handle their use. */
export const filesModule: Module = {
  name: 'files',
  archive,
  routes: [uploadRoute],
  verbs: [saveImageVerb],
  jobs: [cleanUpJob],
  plugin: imagePlugin,
}
