/** What this process may connect to, said by whoever gave the task; with the next task it is forgotten. */
const cleared = new Set<string>()
const known = (host: string, port: number) => `${host.toLowerCase()} ${port}`

export const clear = (host: string, port: number) => void cleared.add(known(host, port))
export const isCleared = (host: string, port: number) => cleared.has(known(host, port))
export const forgetCleared = () => cleared.clear()
