import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { portOf } from '../lib/addresses/port-of.ts'

export interface Site {
  origin: string
  stop(): Promise<void>
}

/** Starts a site on a port of this machine's loopback; throws if the port is taken. */
export async function startSite(
  port: number,
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<Site> {
  const server = createServer((request, response) => {
    Promise.resolve(answer(request, response)).catch(() => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end('Something went wrong.')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${portOf(server)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A page of HTML with this title and style; `body` is HTML already. */
export function htmlPage(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
${body}
</html>`
}

/** Answers a page of HTML. */
export function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': "frame-ancestors 'none'",
  })
  response.end(html)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)
}
