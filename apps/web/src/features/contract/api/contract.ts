import type { OutputOf } from '@adtally/contract/call.ts'
import {
  contractDetail,
  contractFile,
  contractList,
  contractPreview,
  contractReceipt,
} from '@adtally/contract/contracts.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { callQuery, pagedQuery } from '../../../lib/call-query.ts'
import { saveFile } from '../../../lib/device/save-file.ts'

export type Contract = OutputOf<typeof contractPreview>

/** Whether there is a signed contract, and whether it is the present text. */
export function contractQuery() {
  return callQuery(contractDetail, {})
}

/** The version that would be signed now, in the language on screen. */
export function previewQuery(language: string) {
  return queryOptions({
    queryKey: [contractPreview.name, language],
    queryFn: ({ signal }) => request(contractPreview, {}, { signal }),
  })
}

/** Signed versions, newest first. */
export function versionsQuery() {
  return pagedQuery(contractList, {})
}

/** A version's file; it is signed once, so the key says whether it was. */
export function fileQuery({ contract_id, signed_at }: Pick<Contract, 'contract_id' | 'signed_at'>) {
  return queryOptions({
    queryKey: [contractFile.name, contract_id, signed_at],
    queryFn: ({ signal }) => request(contractFile, { contract_id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Keeps a version's file on the device. */
export function useSaveContract() {
  return useMutation({
    mutationFn: async (contract_id: string) => saveFile(await request(contractFile, { contract_id })),
  })
}

/** The log's entry of a signing, as text to paste on /verify. */
export function useReceipt() {
  return useMutation({
    mutationFn: async (contract_id: string) =>
      JSON.stringify(await request(contractReceipt, { contract_id })),
  })
}
