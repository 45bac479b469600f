import { ApiError } from '@adtally/client/api-error.ts'
import { type FileUse, IMAGES_MAX } from '@adtally/contract/service/files.ts'
import { useEffect, useRef, useState } from 'react'
import { useWhenConnected } from '../device/use-when-connected.ts'
import { type ImageFault, imageFault, type StoredImage, uploadImage } from '../images.ts'

/** A chosen image: uploading, stored, or refused with a reason. */
export interface ImagePick {
  key: string
  /** An object URL of the local file. */
  preview_url: string
  state:
    | { kind: 'uploading' }
    | { kind: 'stored'; image: StoredImage }
    | { kind: 'refused'; message: string }
    | { kind: 'lost'; retry: () => void }
}

export interface ImagePicks {
  picks: readonly ImagePick[]
  /** Why the last choice was rejected before sending. */
  fault: ImageFault | 'tooMany' | null
  stored: readonly StoredImage[]
  isUploading: boolean
  /** Whether a pick failed and has to be retried or removed. */
  hasFailed: boolean
  add: (files: Iterable<File>) => void
  remove: (key: string) => void
  /** Called after sending; keeps what failed, to be retried. */
  clear: () => void
}

/** Retries lost uploads automatically when the connection is back. */
function useLostAgain(picks: readonly ImagePick[]): void {
  const lost = picks.flatMap(({ state }) => (state.kind === 'lost' ? [state.retry] : []))
  useWhenConnected(lost.length > 0, () => {
    for (const retry of lost) retry()
  })
}

/** Images chosen for a message or feedback: each is checked, uploaded at once, and can be removed. */
export function useImagePicks(use: FileUse): ImagePicks {
  const [picks, setPicks] = useState<readonly ImagePick[]>([])
  const [fault, setFault] = useState<ImagePicks['fault']>(null)
  const uploads = useRef(new Map<string, { ending: AbortController; preview_url: string }>())

  const setState = (key: string, state: ImagePick['state']) =>
    setPicks((all) => all.map((one) => (one.key === key ? { ...one, state } : one)))
  const upload = async (key: string, file: File, signal: AbortSignal) => {
    setState(key, { kind: 'uploading' })
    try {
      setState(key, { kind: 'stored', image: await uploadImage(file, use, signal) })
    } catch (error) {
      if (signal.aborted) return
      // A refused image would be refused again; a lost one may arrive the next time.
      if (error instanceof ApiError) setState(key, { kind: 'refused', message: error.message })
      else setState(key, { kind: 'lost', retry: () => void upload(key, file, signal) })
    }
  }
  const forget = (key: string) => {
    const begun = uploads.current.get(key)
    begun?.ending.abort()
    if (begun) URL.revokeObjectURL(begun.preview_url)
    uploads.current.delete(key)
  }
  useEffect(() => {
    const all = uploads.current
    return () => {
      for (const { ending, preview_url } of all.values()) {
        ending.abort()
        URL.revokeObjectURL(preview_url)
      }
    }
  }, [])
  useLostAgain(picks)
  return {
    picks,
    fault,
    stored: picks.flatMap(({ state }) => (state.kind === 'stored' ? [state.image] : [])),
    isUploading: picks.some(({ state }) => state.kind === 'uploading'),
    hasFailed: picks.some(({ state }) => state.kind === 'refused' || state.kind === 'lost'),
    add(files) {
      setFault(null)
      let free = IMAGES_MAX - picks.length
      for (const file of files) {
        const wrong = free > 0 ? imageFault(file) : 'tooMany'
        if (wrong) {
          setFault(wrong)
          continue
        }
        free -= 1
        const key = crypto.randomUUID()
        const begun = { ending: new AbortController(), preview_url: URL.createObjectURL(file) }
        uploads.current.set(key, begun)
        setPicks((all) => [...all, { key, preview_url: begun.preview_url, state: { kind: 'uploading' } }])
        void upload(key, file, begun.ending.signal)
      }
    },
    remove(key) {
      forget(key)
      setFault(null)
      setPicks((all) => all.filter((one) => one.key !== key))
    },
    clear() {
      for (const { key, state } of picks) if (state.kind !== 'lost') forget(key)
      setFault(null)
      setPicks((all) => all.filter(({ state }) => state.kind === 'lost'))
    },
  }
}
