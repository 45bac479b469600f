/** What a host app may offer to the page in it. */
interface HostWindow extends Window {
  ReactNativeWebView?: { postMessage(message: string): void }
  webkit?: { messageHandlers?: { closeApp?: { postMessage(message: string): void } } }
  Android?: { closeApp?(): void }
}

/** Returns how to close the host app around this page; null in a plain browser. */
export function hostCloser(view: HostWindow = window): (() => void) | null {
  const ios = view.webkit?.messageHandlers?.closeApp
  if (ios) return () => ios.postMessage('close')
  const android = view.Android
  if (android?.closeApp) return () => android.closeApp?.()
  const native = view.ReactNativeWebView
  return native ? () => native.postMessage('close') : null
}
