import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const kept = new Map<string, string>()

/** Keeps a link's token, out of any address, while somebody logs in; the link's page gets it back once. */
export function keepLinkToken(path: string, token: string): void {
  kept.set(path, token)
}

/**
 * The token of the link that led here. It is removed from the address at once: it gives access to an account, and
 * addresses end up in histories and in other people's sight.
 */
export function useLinkToken(): string {
  const { pathname, search } = useLocation()
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? kept.get(pathname) ?? '')
  useEffect(() => {
    kept.delete(pathname)
    const { hash } = window.location
    const path = hash.split('?')[0]
    if (path !== hash) window.history.replaceState(window.history.state, '', path)
  }, [pathname])
  return token
}
