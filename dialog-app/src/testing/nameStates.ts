import { toWireError } from '@latchkey/protocol'
import type { Dialog } from '../lib/dialog.js'
import { identitiesStore } from '../state/identities.js'
import { initialNameRegistration, type NameRegistrationState, nameRegistrationStore } from '../state/nameRegistration.js'
import { settingsStore } from '../state/settings.js'
import { address, boot } from './fixtures.js'
import { connect, page, show } from './setStores.js'

/* States of the views in which a user gets a name. */

const zone = 'meadow.example'

const register = (change: Partial<NameRegistrationState>) => (dialog: Dialog) => {
  page(dialog)
  connect(dialog)
  settingsStore(dialog).setState({ boot: { ...boot, nameZones: [zone] } })
  show(dialog, 'Account', 'RegisterAccountName')
  nameRegistrationStore(dialog).setState(
    { ...initialNameRegistration, zone, text: 'mira', availability: 'free', owned: [], ...change },
    true,
  )
}

const failed = (message: string) => toWireError(new Error(message))

const done = (name: string, others: object) => (dialog: Dialog) => {
  register({ phase: 'done', registered: { name, address } })(dialog)
  identitiesStore(dialog).setState(others)
  show(dialog, 'Account', 'RegisterAccountNameSuccess')
}

export const nameStates: Readonly<Record<string, (dialog: Dialog) => void>> = {
  'name-empty': register({ text: '', availability: 'unknown', owned: [`mira-okafor.${zone}`, `m26.${zone}`] }),
  'name-typing': register({ text: 'mi', mistake: 'short', availability: 'unknown' }),
  'name-checking': register({ availability: 'asking' }),
  'name-free': register({}),
  'name-taken': register({ availability: 'taken', suggestions: ['mira-26', 'its-mira', 'hello-mira', 'mira-pays'] }),
  'name-characters': register({ text: 'mira_o', mistake: 'characters', availability: 'unknown' }),
  'name-long': register({ text: 'a-very-long-name-that-somebody-wants-to-have-here' }),
  'name-unsure': register({ availability: 'failed', error: failed('Error fetching name suggestions') }),
  'name-signing': register({ phase: 'signing' }),
  'name-registering': register({ phase: 'registering' }),
  'name-cancelled': register({ phase: 'cancelled' }),
  'name-failed': register({ phase: 'failed', error: failed(`Error registering name mira.${zone}`), reason: 'Message is already used' }),
  'name-owned-unknown': register({ owned: [], ownedError: failed('Error fetching names for address') }),
  'name-done': done(`mira.${zone}`, { [`eip155:8453:${address}`]: { name: `mira.${zone}`, avatar: null } }),
  'name-done-other': done(`a-name-that-is-really-long.${zone}`, { [`eip155:8453:${address}`]: { name: 'mira.eth', avatar: null } }),
}
