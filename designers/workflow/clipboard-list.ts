/** What was copied last in this browser, newest first: pasted where the system's clipboard may not be read. */
const key = 'workflow_clipboard'
const kept = 10

export function copiedList(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
  } catch {
    return []
  }
}

export const rememberCopied = (text: string) =>
  localStorage.setItem(key, JSON.stringify([text, ...copiedList().filter((entry) => entry !== text)].slice(0, kept)))
