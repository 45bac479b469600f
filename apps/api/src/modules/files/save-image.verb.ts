import { id } from '@adtally/contract/fields.ts'
import { filePath } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import { writeNewFile } from '../given-file.ts'
import { staffVerb } from '../module.ts'
import { readImageAsStaff } from './read-image.ts'

/** `save-image`: writes a customer's image to a new file, so that staff can look at it. */
export const saveImageVerb = staffVerb({
  name: 'save-image',
  summary: 'Save an image of a chat or feedback (WebP): --file-id ID --out PATH',
  roles: ['support', 'content', 'risk', 'auditor'],
  input: z.strictObject({ file_id: id, out: filePath }),
  run: async (services, staff, { file_id, out }) => {
    const { content, media_type } = await readImageAsStaff(services, staff, file_id)
    await writeNewFile(out, content)
    return { saved: out, media_type, bytes: content.length }
  },
})
