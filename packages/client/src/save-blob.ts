/** How long a browser may take to start reading a saved file. */
const READ_MS = 60_000

/** Saves a file to the device under its name. */
export function saveBlob(content: Blob, file_name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = file_name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), READ_MS)
}
