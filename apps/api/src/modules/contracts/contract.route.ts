import {
  contractDetail,
  contractFile,
  contractList,
  contractPreview,
  contractReceipt,
  contractUploadSuccess,
  contractUploadUrl,
} from '@adtally/contract/contracts.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { customerRoute } from '../route.ts'
import { beginUpload } from './begin-upload.ts'
import { presentContract } from './presenter.ts'
import { previewContract } from './preview-contract.ts'
import { listSigned, readDetail, readFileOf, readReceipt } from './read-contracts.ts'
import { signContract } from './sign-contract.ts'
import { uploadPath } from './upload.plugin.ts'

export const contractRoutes = [
  customerRoute(contractDetail, (_input, { customer_id }, { services }) => readDetail(services, customer_id)),
  customerRoute(contractList, ({ cursor, limit }, { customer_id }, { services }) =>
    listSigned(services, customer_id, { cursor, limit: limit ?? LIMIT_DEFAULT }),
  ),
  customerRoute(contractPreview, async (_input, { customer_id }, { services, language }) =>
    presentContract(await previewContract(services, customer_id, language)),
  ),
  customerRoute(contractFile, ({ contract_id }, { customer_id }, { services }) =>
    readFileOf(services, customer_id, contract_id),
  ),
  customerRoute(contractReceipt, ({ contract_id }, { customer_id }, { services }) =>
    readReceipt(services, customer_id, contract_id),
  ),
  customerRoute(contractUploadUrl, async ({ contract_id, bytes }, { customer_id }, { services }) => {
    const { upload_id, token, expires_at } = await beginUpload(services, customer_id, { contract_id, bytes })
    return {
      upload_id,
      method: 'PUT' as const,
      url: uploadPath(services.settings.base_path, token),
      media_type: 'image/png' as const,
      expires_at: expires_at.toISOString(),
    }
  }),
  customerRoute(contractUploadSuccess, async ({ contract_id, upload_id, preview_sha256 }, caller, context) =>
    presentContract(await signContract({ contract_id, upload_id, preview_sha256 }, caller, context)),
  ),
]
