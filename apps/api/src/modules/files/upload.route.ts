import { fileUpload } from '@adtally/contract/service/files.ts'
import { formRoute } from '../route.ts'
import { keepImage } from './keep-image.ts'

export const uploadRoute = formRoute(fileUpload, ({ use }, file, { customer_id }, { services }) =>
  keepImage(services, { customer_id, use, staff_id: null }, file),
)
