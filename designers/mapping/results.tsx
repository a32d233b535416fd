import type { MappingTrace } from '@weft/kit/define/mapping.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { brief } from './looks.ts'
import s from './mapping-designer.module.css'
import { texts } from './texts.ts'

/** What a transformer makes of the samples, or its examples as long as there are none. */
export function Results({
  id,
  transformer,
  traces,
}: {
  /** The transformer's use in this mapping. */
  id: string
  transformer: Transformer | undefined
  traces: readonly MappingTrace[]
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const values = traces
    .flatMap((trace) => trace.values.filter(({ transformer_id }) => transformer_id === id))
    .slice(0, 40)
  const examples = transformer?.examples.slice(0, 4) ?? []
  return (
    <div>
      <div className={s['h']}>
        {values.length > 0 ? t.result() : t.examples()}
        <span>{values.length > 0 ? t.fromSamples({ count: traces.length }) : ''}</span>
      </div>
      {values.length === 0 && <p className={s['quiet']}>{traces.length === 0 ? t.noSamples() : t.notUsed()}</p>}
      <table className={s['results']}>
        <tbody>
          {values.map(({ inputs, value, failed, skipped }, i) => (
            <tr key={i} data-failed={failed ? true : undefined}>
              <td>{inputs.map(brief).join(' · ')}</td>
              <td title={failed && say(failed, language)}>
                {failed ? say(failed, language) : skipped ? t.skipped() : brief(value)}
              </td>
            </tr>
          ))}
          {values.length === 0 &&
            examples.map(({ takes, gives, refuses }, i) => (
              <tr key={i}>
                <td>{takes.map(brief).join(' · ')}</td>
                <td>{refuses ?? brief(gives)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
