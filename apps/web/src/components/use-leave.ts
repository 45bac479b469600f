import { useNavigate } from 'react-router'

/** One step back, or to `fallback` where the page was opened directly. */
export function useLeave(fallback: string): () => void {
  const navigate = useNavigate()
  return () => {
    const isFirst = (window.history.state?.idx ?? 0) === 0
    void (isFirst ? navigate(fallback, { replace: true }) : navigate(-1))
  }
}
