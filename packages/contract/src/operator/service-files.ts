import * as z from 'zod/mini'
import { id } from '../fields.ts'
import { fileCall } from './staff-call.ts'

/** Whose use is not one's own is `staff_role_missing`. */
export const saveImage = fileCall({
  name: 'save-image',
  kind: 'read',
  area: 'service',
  roles: ['support', 'content', 'risk', 'auditor'],
  touches: 'customer',
  summary: 'Save an image of a chat, of feedback or of an exchange order',
  request: z.strictObject({ file_id: id }),
  answers_file: 'image/webp',
  refusals: ['file_not_found'],
})
