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

/** Whether there is a signed contract, and whether its text is current. */
export function contractQuery() {
  return callQuery(contractDetail, {})
}

/** The version to sign now, in the current language. */
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

/** A version's file; the key includes the signing, which changes the file. */
export function fileQuery({ contract_id, signed_at }: Pick<Contract, 'contract_id' | 'signed_at'>) {
  return queryOptions({
    queryKey: [contractFile.name, contract_id, signed_at],
    queryFn: ({ signal }) => request(contractFile, { contract_id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Saves a version's file to the device. */
export function useSaveContract() {
  return useMutation({
    mutationFn: async (contract_id: string) => saveFile(await request(contractFile, { contract_id })),
  })
}

/** A signing's log entry, as text to paste on /verify. */
export function useReceipt() {
  return useMutation({
    mutationFn: async (contract_id: string) =>
      JSON.stringify(await request(contractReceipt, { contract_id })),
  })
}
