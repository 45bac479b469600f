import { saveImage } from '@adtally/contract/operator/house/service.ts'
import { Download } from '@adtally/contract/operator/statement/files.ts'
import { staffVerb } from '../module.ts'
import { readImageAsStaff } from './read-image.ts'

/** `save-image`: a customer's image, so that staff can look at it. */
export const saveImageVerb = staffVerb(saveImage, async (services, staff, { file_id }) => {
  const { content, media_type } = await readImageAsStaff(services, staff, file_id)
  return new Download({ file_name: `${file_id}.webp`, media_type, content })
})
