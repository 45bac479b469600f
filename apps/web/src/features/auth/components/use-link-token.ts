import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The token of the link that led here, taken out of the address at once: it opens an account, and addresses are kept in
 * histories and shown over shoulders.
 */
export function useLinkToken(): string {
  const { search } = useLocation()
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? '')
  useEffect(() => {
    const { hash } = window.location
    const path = hash.split('?')[0]
    if (path !== hash) window.history.replaceState(window.history.state, '', path)
  }, [])
  return token
}
