import { useNavigate } from 'react-router'
import { isFirstEntry } from '../lib/layered-history.ts'

/** Goes one step back, or to `fallback` if the page was opened directly. */
export function useLeave(fallback: string): () => void {
  const navigate = useNavigate()
  return () => {
    void (isFirstEntry() ? navigate(fallback, { replace: true }) : navigate(-1))
  }
}
