import { createStore, useStore } from 'zustand'
import { useEffect } from 'react'

const store = createStore(() => ({ wanted: false }))

/** Opens the palette; its code is loaded with the first use. */
export async function openSearch() {
  store.setState({ wanted: true })
  const { spotlight } = await import('@mantine/spotlight')
  spotlight.open()
}

/** Whether the palette was opened once. Until then Ctrl+K is heard here, afterwards by the palette itself. */
export function useSearchWanted(): boolean {
  const wanted = useStore(store, (value) => value.wanted)
  useEffect(() => {
    if (wanted) return
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      void openSearch()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [wanted])
  return wanted
}
