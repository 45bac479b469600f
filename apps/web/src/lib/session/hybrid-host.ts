/** What a host app may offer to the page inside it. */
interface HostWindow extends Window {
  ReactNativeWebView?: { postMessage(message: string): void }
  webkit?: { messageHandlers?: { closeApp?: { postMessage(message: string): void } } }
  Android?: { closeApp?(): void }
}

/** How the host app around this page is closed; null in a plain browser. */
export function hostCloser(view: HostWindow = window): (() => void) | null {
  const ios = view.webkit?.messageHandlers?.closeApp
  if (ios) return () => ios.postMessage('close')
  const android = view.Android
  if (android?.closeApp) return () => android.closeApp?.()
  const native = view.ReactNativeWebView
  return native ? () => native.postMessage('close') : null
}
