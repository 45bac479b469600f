import { part } from '@adtally/ui/part.tsx'
import { Skeleton } from '@adtally/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { bytesOf, type FileAnswer } from '../../../lib/device/save-file.ts'
import { type Contract, fileQuery } from '../api/contract.ts'

/** Loaded only with a document: it is larger than the rest of the app. */
const PdfView = part(() => import('./pdf-view.tsx'))

const SHEET = <Skeleton className="aspect-[210/297] min-h-[calc(100dvh/var(--page-zoom))] w-full" />

/** A version's file, displayed. */
export function DocumentCard({ contract }: { contract: Pick<Contract, 'contract_id' | 'signed_at'> }) {
  const query = useQuery(fileQuery(contract))
  return (
    <Loaded query={query} skeleton={SHEET}>
      {(file) => <Shown file={file} />}
    </Loaded>
  )
}

function Shown({ file }: { file: FileAnswer }) {
  const content = useMemo(() => bytesOf(file), [file])
  return (
    <Suspense fallback={SHEET}>
      <PdfView content={content} />
    </Suspense>
  )
}
