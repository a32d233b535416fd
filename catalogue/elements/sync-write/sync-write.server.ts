import { lostAnswers } from '@weft/kit/connections/lost-answers.ts'
import { reopened } from '@weft/kit/connections/reopened.ts'
import { defineBody } from '@weft/kit/define/element.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { openSync, type Done } from './sync.server.ts'
import { syncWrite } from './sync-write.ts'

const texts = defineMessages({
  done: {
    en: '{inserted} inserted, {changed} changed, {left} left as they are: they say the same already, were changed there alone, or have been overtaken.',
    de: '{inserted} eingefügt, {changed} geändert, {left} so gelassen: Sie besagen schon dasselbe, wurden nur dort geändert oder sind überholt.',
  },
})

export const syncWriteBody = defineBody(syncWrite, {
  async open(step) {
    const sync = await reopened(() => openSync(step))
    const written = lostAnswers(step.job.attempt)
    const total: Done = { inserted: 0, changed: 0, left: 0 }
    // One after the other: what a batch has written the next one has to find.
    let before: Promise<unknown> = Promise.resolve()
    return {
      write(records, number) {
        const own = before.then(async () => {
          const { done, ...outcome } = await written(number, (isRepeated) =>
            sync.use(({ write }) => write(records, number, isRepeated)),
          )
          for (const what of ['inserted', 'changed', 'left'] as const) total[what] += done[what]
          return outcome
        })
        before = own.catch(heardElsewhere)
        return own
      },
      async finish() {
        if (total.inserted + total.changed + total.left > 0) step.log('info', texts.done(total))
      },
      async close() {
        await before
        await sync.close()
      },
    }
  },
})
