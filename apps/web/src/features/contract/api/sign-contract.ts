import { readAgain } from '@adtally/client/read-again.ts'
import {
  contractDetail,
  contractList,
  contractPreview,
  contractUploadSuccess,
  contractUploadUrl,
} from '@adtally/contract/contracts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { putFile, request } from '../../../lib/api.ts'
import type { Contract } from './contract.ts'

interface Sent {
  drawing: Blob
  upload_id: string
}

/** Uploads the drawing, then seals the contract. A retry continues where it stopped and never signs twice. */
export function useSignContract(contract: Contract | undefined) {
  const client = useQueryClient()
  const sent = useRef<Sent | null>(null)
  return useMutation({
    mutationFn: async (drawing: Blob) => {
      if (!contract) throw new Error('there is nothing to sign yet')
      const { contract_id, preview_sha256 } = contract
      const upload_id =
        sent.current?.drawing === drawing ? sent.current.upload_id : await send(contract_id, drawing)
      sent.current = { drawing, upload_id }
      return await request(contractUploadSuccess, { contract_id, upload_id, preview_sha256, agreed: true })
    },
    onError: () => readAgain(client, [contractPreview]),
    onSuccess: () => readAgain(client, [contractDetail, contractList, contractPreview]),
  })
}

async function send(contract_id: string, drawing: Blob): Promise<string> {
  const media_type = 'image/png'
  const { upload_id, url } = await request(contractUploadUrl, {
    contract_id,
    media_type,
    bytes: drawing.size,
  })
  await putFile(url, drawing)
  return upload_id
}
