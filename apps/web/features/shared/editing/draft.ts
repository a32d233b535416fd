import { useBlocker } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ApiError } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useAskedBefore } from '@weft/kit/ui/unsaved.ts'
import { useRef, useState } from 'react'

const texts = defineMessages({
  leaveTitle: { en: 'Discard unsaved changes?', de: 'Ungespeicherte Änderungen verwerfen?' },
  discard: { en: 'Discard changes', de: 'Änderungen verwerfen' },
  stay: { en: 'Stay here', de: 'Hier bleiben' },
  conflictTitle: { en: 'Somebody else has saved in the meantime', de: 'Jemand anderes hat inzwischen gespeichert' },
  conflictText: {
    en: 'Load the newest version? Your own changes are lost then.',
    de: 'Die neueste Fassung laden? Ihre eigenen Änderungen gehen dabei verloren.',
  },
  load: { en: 'Load the newest version', de: 'Neueste Fassung laden' },
})

/** Saves a draft, once at a time; where somebody else has saved meanwhile, the newest version is offered. */
export function useSaving(loadNewest: () => Promise<unknown>) {
  const t = useTexts(texts)
  const [isSaving, setSaving] = useState(false)
  const underWay = useRef(false) // the state is only known when drawn again, and a held key asks sooner
  const saving = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (underWay.current) return false
    underWay.current = true
    setSaving(true)
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (
        ['VERSION_CONFLICT', 'DRAFT_CONFLICT'].includes(error.code) &&
        (await confirm({ title: t.conflictTitle(), text: t.conflictText(), action: t.load(), danger: true }))
      )
        await loadNewest()
      return false
    } finally {
      underWay.current = false
      setSaving(false)
    }
  }
  return { isSaving, saving }
}

type Leaving = {
  dirty: boolean
  text: string
  /** Going from mode to mode keeps the draft. */ keeps: (pathname: string) => boolean
  drop: () => void
}

/** Asks before unsaved changes are left behind. */
export function useLeaving({ dirty, text, keeps, drop }: Leaving) {
  const t = useTexts(texts)
  const ask = async () => {
    const leaves = await confirm({ title: t.leaveTitle(), text, action: t.discard(), cancel: t.stay(), danger: true })
    if (leaves) drop()
    return leaves
  }
  useAskedBefore(dirty, ask)
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ next }) => !keeps(next.pathname) && !(await ask()),
  })
}
