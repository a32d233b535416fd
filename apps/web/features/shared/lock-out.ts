import { defineMessages } from '@weft/kit/messages/messages.ts'
import { ApiError } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { currentLanguage } from '@weft/kit/ui/language.ts'
import { textsIn } from '@weft/kit/ui/texts.ts'

const texts = defineMessages({ sure: { en: 'Lock yourself out?', de: 'Sich selbst aussperren?' } })

/** Does it; where that would lock the user out, they are asked first. */
export async function unlessLockedOut(
  work: (confirmed: boolean) => Promise<unknown>,
  action: string,
): Promise<boolean> {
  try {
    await work(false)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'LOCKS_YOU_OUT') throw error
    if (
      !(await confirm({ title: textsIn(texts, currentLanguage()).sure(), text: error.message, action, danger: true }))
    )
      return false
    await work(true)
    return true
  }
}
