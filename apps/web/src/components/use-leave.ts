import { useNavigate } from 'react-router'
import { isFirstEntry } from '../lib/layered-history.ts'

/** One step back, or to `fallback` where the page was opened directly. */
export function useLeave(fallback: string): () => void {
  const navigate = useNavigate()
  return () => {
    void (isFirstEntry() ? navigate(fallback, { replace: true }) : navigate(-1))
  }
}
