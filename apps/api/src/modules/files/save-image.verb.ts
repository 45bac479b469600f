import { saveImage } from '@adtally/contract/operator/service.ts'
import { writeNewFile } from '../given-file.ts'
import { staffVerb } from '../module.ts'
import { readImageAsStaff } from './read-image.ts'

/** `save-image`: writes a customer's image to a new file, so that staff can look at it. */
export const saveImageVerb = staffVerb(saveImage, async (services, staff, { file_id, out }) => {
  const { content, media_type } = await readImageAsStaff(services, staff, file_id)
  await writeNewFile(out, content)
  return { saved: out, media_type, bytes: content.length }
})
