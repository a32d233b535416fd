import { workflowDraft } from './workflow-text.ts'

/** The discard port, where nothing listens: whoever calls there is refused. */
export const nobody = { host: '127.0.0.1', port: 9 }

/** A file the supplier has not brought. */
export const importPrices = () =>
  workflowDraft('Import supplier prices', 'Reads the price list the supplier promised for every morning.', {
    steps: [
      {
        id: 'mornings',
        element: 'schedule',
        label: 'Every morning',
        settings: { option: 'daily', time: '04:00', zone: 'Europe/Berlin' },
        at: [0, 0],
      },
      { id: 'by_hand', element: 'manual', label: 'By hand', at: [1, 0] },
      {
        id: 'read',
        element: 'read_file',
        label: 'Read the price list',
        settings: { path: 'suppliers/price-list.csv', format: 'csv' },
        at: [0, 1],
      },
      { id: 'done', element: 'finish', label: 'Done', at: [0, 2] },
    ],
    edges: ['mornings.out > read.in', 'by_hand.out > read.in', 'read.out > done.in'],
  })

/** A system that does not answer. */
export const sendShipments = (shipments: string) =>
  workflowDraft('Send shipments to the carrier', 'Hands what leaves on a pallet over to the carrier.', {
    steps: [
      {
        id: 'afternoons',
        element: 'schedule',
        label: 'Weekdays at half past two',
        settings: { option: 'cron', cron: '30 14 * * 1-5', zone: 'Europe/Berlin' },
        at: [0, 0],
      },
      { id: 'by_hand', element: 'manual', label: 'By hand', at: [1, 0] },
      {
        id: 'read',
        element: 'read_records',
        label: 'Pallets',
        settings: { structure_id: shipments, filter: [{ field: 'way', operator: 'equals', value: 'pallet' }] },
        at: [0, 1],
      },
      {
        id: 'send',
        element: 'http_request',
        label: 'Tell the carrier',
        settings: {
          method: 'POST',
          connection: 'carrier',
          url: 'shipments',
          body: '{"order": "{{ order_number }}", "to": "{{ ship_to }}"}',
          tries: 1,
          timeout_seconds: 5,
        },
        at: [0, 2],
      },
      { id: 'done', element: 'finish', label: 'Done', at: [0, 3] },
    ],
    edges: ['afternoons.out > read.in', 'by_hand.out > read.in', 'read.out > send.in', 'send.out > done.in'],
  })

/** Data that cannot be right. */
export const checkReturns = (returns: string) =>
  workflowDraft('Check returns', 'Stops with an error when a return cannot be right.', {
    steps: [
      {
        id: 'nightly',
        element: 'schedule',
        label: 'Every night',
        settings: { option: 'daily', time: '23:00', zone: 'Europe/Berlin' },
        at: [0, 0],
      },
      { id: 'by_hand', element: 'manual', label: 'By hand', at: [1, 0] },
      { id: 'read', element: 'read_records', label: 'Returns', settings: { structure_id: returns }, at: [0, 1] },
      {
        id: 'check',
        element: 'condition',
        label: 'Quantity below zero',
        settings: { rules: [{ field: 'quantity', operator: 'less', value: 0 }] },
        at: [0, 2],
      },
      {
        id: 'stop',
        element: 'raise_error',
        label: 'Stop',
        settings: { message: 'Return {{ return_number }} has a quantity below zero: {{ quantity }}.' },
        at: [0, 3],
      },
      { id: 'done', element: 'finish', label: 'Done', at: [1, 3] },
    ],
    edges: [
      'nightly.out > read.in',
      'by_hand.out > read.in',
      'read.out > check.in',
      'check.true > stop.in',
      'check.false > done.in',
    ],
  })

/** Starts by itself whenever one of the others fails. */
export const reportFailures = () =>
  workflowDraft('Report failures', 'Writes down which workflow failed and why, as soon as one does.', {
    steps: [
      { id: 'failed', element: 'workflow_failed', label: 'A workflow failed', at: [0, 0] },
      {
        id: 'log',
        element: 'write_journal',
        label: 'Write it down',
        settings: { level: 'info', text: '{{ workflow }}: {{ error.message }}' },
        at: [0, 1],
      },
      {
        id: 'tell',
        element: 'notify',
        label: 'Tell the project',
        settings: { level: 'error', title: '{{ workflow }} has failed', message: '{{ error.message }}' },
        at: [0, 2],
      },
    ],
    edges: ['failed.out > log.in', 'log.out > tell.in'],
  })
