import type * as messages from './messages.js'

/**
 * Every text of the error catalogue: where it is met, and what can be done. docs/errors.md is generated from it, and no application loads it.
 * `scripts/checks/catalogue.js` checks that every text that code uses is here, and that the test of each row exists.
 */

type Group = keyof typeof messages
/** The id of a text: its group and its name in `messages/`. */
export type ErrorId = { [Name in Group]: `${Name}.${keyof (typeof messages)[Name] & string}` }[Group]

export type ErrorRow = {
  /**
   * `alert`: a bar over the dialog's content, once. `toast`: at its foot, for 6 s. `inline`: in the view that it concerns. `thrown`: the call that failed
   * rejects with it. `reason`: in `data.reason`, or the name of what the server raises.
   */
  readonly shown: readonly ('alert' | 'toast' | 'inline' | 'thrown' | 'reason')[]
  readonly codes?: readonly number[]
  /** The condition. */
  readonly when: string
  /** What the user, the page's author or the operator can do. */
  readonly remedy: string
  /** The test that provokes the condition: its file, and words of its title. */
  readonly test: readonly [path: string, title: string]
}

const dialog = 'dialog-app/src'

export const errorCatalogue: Readonly<Partial<Record<ErrorId, ErrorRow>>> = {
  'alerts.networkNotFound': {
    shown: ['alert', 'thrown'],
    codes: [4902],
    when: 'a network is asked for, or set, that neither the page nor the project has',
    remedy: 'add it to `networks`, and to the chains of the server',
    test: ['e2e/networks.spec.ts', 'a network that the page does not use is refused by name'],
  },
  'alerts.originNotAllowed': {
    shown: ['inline', 'alert', 'thrown'],
    codes: [4100],
    when: 'the page, or a site that frames it, is not on the project’s list. An alert for the developer where the dialog’s files come from another host, which refuses nobody',
    remedy: 'add its origin to the project (`origins`, `ancestors`)',
    test: ['e2e/frame.spec.ts', 'an origin that is not on the list is refused at once, with the specified words'],
  },
  'alerts.iframeLoadFailed': {
    shown: ['alert'],
    codes: [4900],
    when: 'the embedded wallet’s frame did not load within 20 s; also the event `error`',
    remedy: 'try again: the next attempt loads it anew. The operator checks the secure origin',
    test: [
      'e2e/secureFrame.spec.ts',
      'it does not load within 20 s: the specified alert once, an event for the page, and the next try works',
    ],
  },
  'alerts.iframeRequestTimeout': {
    shown: ['alert'],
    codes: [-32603],
    when: 'the embedded wallet did not answer a login within 120 s, or its frame missed three heartbeats; also the event `error`',
    remedy: 'try again',
    test: ['e2e/secureFrame.spec.ts', 'a login that is not answered within 120 s: the specified alert, an event, and the next try works'],
  },
  'alerts.sessionExpired': {
    shown: ['alert', 'thrown'],
    codes: [4100],
    when: 'the login of the embedded wallet ended on the server, or the clock of the device is so wrong that the relay refuses its token',
    remedy: 'sign in again; set the clock',
    test: ['e2e/embeddedSession.spec.ts', 'the address changes by two codes, and its old owner can take that back'],
  },
  'alerts.invalidProjectId': {
    shown: ['alert', 'inline', 'thrown'],
    codes: [4100],
    when: 'the server, or the relay, has no project with that id, or it is disabled',
    remedy: 'correct `projectId`, or the id at the relay (`relay.projectId`)',
    test: ['e2e/frame.spec.ts', 'unknown and missing projects say what is wrong'],
  },
  'alerts.projectIdNotConfigured': {
    shown: ['inline', 'thrown'],
    codes: [4100],
    when: '`projectId` (`data-project-id`) is missing',
    remedy: 'set it',
    test: ['e2e/frame.spec.ts', 'unknown and missing projects say what is wrong'],
  },
  'alerts.serverError': {
    shown: ['alert', 'thrown'],
    codes: [-32603],
    when: 'the project’s settings, or its list of origins, could not be read: the server answers 5xx after three tries',
    remedy: 'nothing: the page’s own options hold. The operator reads the server’s log',
    test: [`${dialog}/optionEffects.test.tsx`, 'the developer reads “%s” once, and visitors connect all the same'],
  },
  'alerts.rateLimited': {
    shown: ['alert', 'thrown'],
    codes: [-32005],
    when: 'the server answers 429 to one address or project that asks too much',
    remedy: 'wait; the operator raises `limits`',
    test: [`${dialog}/optionEffects.test.tsx`, 'the developer reads “%s” once, and visitors connect all the same'],
  },
  'alerts.multiWalletNotEnabled': {
    shown: ['alert'],
    when: 'the page asks for a second wallet, and `multiWallet` is off',
    remedy: 'switch `features.multiWallet` on, or the project’s `multi_wallet`',
    test: ['e2e/severalWallets.spec.ts', 'a page without multiWallet says so'],
  },
  'alerts.invalidAppConfiguration': {
    shown: ['thrown'],
    codes: [-32602],
    when: '`dialogUrl` is missing, or not the address of a dialog',
    remedy: 'set it to the dialog’s origin',
    test: ['e2e/host-sdkMistakes.spec.ts', 'is named at once, and nobody waits'],
  },

  'toasts.authInitFailed': {
    shown: ['toast'],
    when: 'the login of the last visit cannot be brought back; the page is disconnected and the dialog is at Connect',
    remedy: 'sign in again',
    test: ['e2e/secureFrame.spec.ts', 'the login of the last visit cannot be brought back: told once, disconnected, and back at Connect'],
  },
  'toasts.signMessageFailed': {
    shown: ['toast'],
    when: 'a sign-in was not signed, or the server did not accept it; the dialog is at the sign-in again',
    remedy: 'try again, or disconnect',
    test: [`${dialog}/features/siwx/siwx.test.ts`, 'two clicks are one signature; a refusal says so and can be tried again'],
  },
  'toasts.tokenBalanceUnavailable': {
    shown: ['toast'],
    when: 'tokens could not be read; what was known stays, with its age. Not tried again for 30 s',
    remedy: 'try again',
    test: ['e2e/portfolio.spec.ts', 'a server that stops answering leaves what was known, and says how old it is'],
  },
  'toasts.transactionsUnavailable': {
    shown: ['toast'],
    when: 'the history could not be read',
    remedy: 'try again',
    test: ['e2e/activity.spec.ts', 'a history that does not come is said once, and can be asked for again'],
  },

  'errors.modalClosed': {
    shown: ['thrown'],
    codes: [4001],
    when: 'the user closed the dialog that `switchNetwork`, or a transfer that the page asked for, had opened',
    remedy: 'nothing: it is the user’s answer',
    test: [`${dialog}/features/networks/switchNetwork.test.ts`, 'the wallet is asked only after the user agreed; leaving is 4001'],
  },
  'errors.connectionRejected': {
    shown: ['thrown'],
    codes: [4001],
    when: 'the user closed the dialog that a request for accounts had opened, or declined a network; on a server, nobody can connect',
    remedy: 'nothing: it is the user’s answer',
    test: ['host-sdk/src/createModal.test.ts', 'on a server the provider is disconnected and names the default chain'],
  },
  'errors.failedToConnect': {
    shown: ['inline', 'thrown'],
    codes: [-32001, 4900],
    when: 'the wallet gave no account, or a mobile wallet’s session did not come about. `data.reason` says why',
    remedy: 'unlock the wallet and choose an account; try again',
    test: [`${dialog}/features/support/startRecords.test.ts`, 'what a wallet answered is recorded by itself, without who the user is'],
  },
  'errors.popupClosed': {
    shown: ['inline'],
    codes: [4001],
    when: 'the user closed a provider’s window before the login was done',
    remedy: 'try again',
    test: [
      `${dialog}/features/embedded/socialLogin.test.ts`,
      'a closed window is “Popup closed”; one that was only cut off goes on by a number',
    ],
  },
  'errors.socialFailed': {
    shown: ['inline'],
    codes: [-32000],
    when: 'a provider refused the login, or it was finished nowhere. `data.reason` says why',
    remedy: 'try again, or another way to sign in',
    test: ['secure-frame/src/worker/auth/socialLogin.test.ts', 'it says so, and cannot be finished'],
  },
  'errors.farcasterFailed': {
    shown: ['inline'],
    codes: [-32000],
    when: 'the server has no Farcaster, or no code was asked for',
    remedy: 'another way to sign in; the operator configures `accounts.farcaster`',
    test: ['secure-frame/src/worker/auth/socialLogin.test.ts', 'a server without Farcaster, and a code that nobody asked for'],
  },
  'errors.chainNotSupported': {
    shown: ['thrown'],
    codes: [4901, 4902, -32602],
    when: 'a request is for a network that the page does not use, that can be read nowhere, or that the wallet did not grant',
    remedy: 'switch to a network of the page',
    test: [`${dialog}/features/session/requests.test.ts`, 'a network that the page does not use: 4901'],
  },
  'errors.siweAndSiwx': {
    shown: ['thrown'],
    codes: [-32602],
    when: 'the page sets both `siwx` and `siweConfig`',
    remedy: 'keep one of them',
    test: ['e2e/host-sdkMistakes.spec.ts', 'both ways to say how visitors sign in are refused together, and each alone is not'],
  },
  'errors.sendNeedsAmountAndReceiver': {
    shown: ['inline', 'thrown'],
    codes: [-32602],
    when: 'a transfer has no amount or no recipient',
    remedy: 'give both',
    test: [`${dialog}/features/money/send/send.test.ts`, 'the specified sentences'],
  },
  'errors.sendNeedsToken': {
    shown: ['inline', 'thrown'],
    codes: [-32602],
    when: 'a transfer has no token',
    remedy: 'name one',
    test: [`${dialog}/features/money/send/send.test.ts`, 'the specified sentences'],
  },
  'errors.sendUnsupportedChain': {
    shown: ['inline', 'thrown'],
    codes: [4901],
    when: 'a transfer is on a network that the page does not use, or of a chain family that the dialog only receives on',
    remedy: 'switch to another network',
    test: [`${dialog}/features/money/send/send.test.ts`, 'the specified sentences'],
  },
  'errors.gasPriceUnsupported': {
    shown: ['thrown'],
    when: 'the server is asked what gas costs on a network that it does not serve (HTTP 400)',
    remedy: 'configure the network',
    test: ['services/src/swap/swapRoutes.test.ts', 'what gas costs on a network that is not configured'],
  },
  'errors.swapsUnsupported': {
    shown: ['thrown'],
    when: 'a swap is to be built on a network without exchanges (HTTP 400)',
    remedy: 'configure its pools, or another provider',
    test: ['services/src/swap/swapRoutes.test.ts', '%s answers empty, but for what must not be guessed'],
  },
  'errors.emailDependency': {
    shown: ['thrown'],
    codes: [-32603],
    when: 'the embedded wallet is used in a document that did not come from the server, before a login, or on a page that is no secure context',
    remedy: 'sign in first; serve the dialog by its server, over https or on localhost',
    test: [`${dialog}/wallets/registry.test.ts`, 'a mobile or an embedded wallet that nothing has used so far is not there'],
  },
  'errors.frameNotSet': {
    shown: ['thrown'],
    codes: [4900],
    when: 'the embedded wallet’s frame was taken away while a call waited for it',
    remedy: 'try again',
    test: [`${dialog}/wallets/embedded/secureFrame.test.ts`, 'it is dropped while a call waits for it'],
  },
  'errors.frameParentNotSet': {
    shown: ['inline'],
    codes: [4100],
    when: 'the secure frame’s document is opened by itself',
    remedy: 'open it from the dialog',
    test: ['e2e/secureTrust.spec.ts', 'opened by a user it does nothing, and the wallet’s window without a request says so'],
  },
  'errors.fallback': {
    shown: ['thrown'],
    codes: [-32603],
    when: 'something failed without a text of its own: a wallet threw nothing, a node answered what is no JSON-RPC',
    remedy: 'try again; Details has what is known',
    test: [`${dialog}/api/rpc.test.ts`, 'an answer that is no JSON-RPC is an error, not a value'],
  },
  'errors.httpStatus': {
    shown: ['thrown'],
    codes: [-32603],
    when: 'a service answered with another status than 2xx',
    remedy: 'try again; the operator reads the server’s log',
    test: [`${dialog}/api/http.test.ts`, 'another status than 2xx is the specified sentence, with the answer as cause'],
  },
  'errors.walletConnectConnectorNotFound': {
    shown: ['thrown'],
    codes: [-32603],
    when: 'a mobile wallet is used in a document that did not come from the server, or before one was paired',
    remedy: 'connect it first; serve the dialog by its server',
    test: [`${dialog}/wallets/registry.test.ts`, 'a mobile or an embedded wallet that nothing has used so far is not there'],
  },
  'errors.chainsNotSupported': {
    shown: ['inline', 'thrown'],
    codes: [-32001, -32603],
    when: 'a mobile wallet granted none of the networks of the chain family that was asked for (`data.reason`: `namespace_not_granted`), or the page has no network at all',
    remedy: 'another wallet',
    test: [`${dialog}/wallets/walletConnect/walletConnect.test.ts`, 'the wallet lacks the family that was asked for'],
  },
  'errors.namespaceNotConfigured': {
    shown: ['thrown'],
    codes: [4100],
    when: 'a request is for a chain family that the mobile wallet did not grant',
    remedy: 'connect that chain family',
    test: [`${dialog}/wallets/walletConnect/walletConnect.test.ts`, 'a wallet with one family connects too, and lacks the others'],
  },
  'errors.signClientNotInitialized': {
    shown: ['thrown'],
    codes: [4900],
    when: 'a request is made before the WalletConnect client has started',
    remedy: 'connect first',
    test: [`${dialog}/wallets/walletConnect/requests.test.ts`, 'before the client is there, and before there is a session'],
  },
  'errors.sessionNotInitialized': {
    shown: ['thrown'],
    codes: [4900],
    when: 'a request is made while no mobile wallet is connected',
    remedy: 'connect first',
    test: [`${dialog}/wallets/walletConnect/requests.test.ts`, 'before the client is there, and before there is a session'],
  },
  'errors.tryAgainAfter': {
    shown: ['inline', 'thrown'],
    codes: [-32000],
    when: 'a mail was sent less than 30 s ago, or the accounts’ server asks to wait (`data.retryAfter`, seconds)',
    remedy: 'wait',
    test: [
      'e2e/embeddedSession.spec.ts',
      'two tabs are one login; signing out of one ends both and leaves nothing about the user in the browser',
    ],
  },
  'errors.requestAborted': {
    shown: ['thrown'],
    codes: [4001],
    when: 'a request was given up: its user left, or the page aborted it',
    remedy: 'nothing: it is the user’s answer',
    test: ['e2e/bridge.spec.ts', 'a read that gets no answer times out, and the frame is told to stop'],
  },
  'errors.somethingWentWrong': {
    shown: ['inline', 'thrown'],
    codes: [4001, 4100, -32000, -32002],
    when: 'a login was given up, or the embedded wallet’s server refused it or cannot be reached. `data.reason` says why',
    remedy: 'as the reason says',
    test: [
      `${dialog}/wallets/embedded/secureFrame.test.ts`,
      'given up while the frame loads: at once, in the words of its kind; a Farcaster link is not',
    ],
  },
  'errors.rpcNotAllowed': {
    shown: ['thrown'],
    codes: [4200, 4100],
    when: 'the method is unknown (`data.expected` lists those that are known), or the embedded wallet does not allow it; 4100: it needs a wallet, and none is connected',
    remedy: 'another method; connect first',
    test: [`${dialog}/features/support/startRecords.test.ts`, 'a method that nobody knows is refused with the name of what is known'],
  },
  'errors.actionNotAllowed': {
    shown: ['toast'],
    when: 'the page asked the embedded wallet for something that it never does; shown after 300 ms',
    remedy: 'nothing was done',
    test: ['e2e/secureFrame.spec.ts', 'a request that the wallet never does: rejected, and the user is told'],
  },
  'errors.invalidCaipAddress': {
    shown: ['thrown'],
    codes: [-32602],
    when: 'an address is not `namespace:reference:address`',
    remedy: 'write it as CAIP-10',
    test: ['protocol/src/caip.test.ts', 'whatever is not exactly three parts, the first a family'],
  },
  'errors.invalidCaipNetworkId': {
    shown: ['thrown'],
    codes: [-32602],
    when: 'a network is not `namespace:reference`',
    remedy: 'write it as CAIP-2',
    test: ['e2e/options.spec.ts', 'a view, a chain family and a method that there are not are refused with the name of what was expected'],
  },

  'adapterErrors.namespaceMissing': {
    shown: ['thrown'],
    codes: [-32603],
    when: 'code of a chain family is registered without its id',
    remedy: 'name it (contributors)',
    test: [`${dialog}/namespaces/registry.test.ts`, 'without an id'],
  },
  'adapterErrors.networkClientNotSet': {
    shown: ['thrown'],
    codes: [4900],
    when: 'the code that a switch of the network needs could not be loaded',
    remedy: 'try again: the next attempt loads it',
    test: [
      `${dialog}/features/networks/switchWalletNetwork.test.ts`,
      'the code for its chain family did not come: said so before anybody is asked',
    ],
  },
  'adapterErrors.chainAdapterNotFound': {
    shown: ['thrown'],
    codes: [4902, -32603],
    when: 'a network belongs to a chain family that the page does not use',
    remedy: 'add a network of that chain family to `networks`',
    test: [`${dialog}/features/networks/switchTarget.test.ts`, 'a family that the page does not use, a network that it does not use'],
  },
  'adapterErrors.connectionClientNotSet': {
    shown: ['thrown'],
    codes: [4900],
    when: 'the code that a request to a wallet needs could not be loaded',
    remedy: 'try again: the next attempt loads it',
    test: [`${dialog}/wallets/registry.test.ts`, 'the code that a disconnect needs did not come: said so, with the cause'],
  },

  'frameReasons.loadFailed': {
    shown: ['reason', 'thrown'],
    codes: [4900],
    when: 'a frame did not load or answer within 20 s',
    remedy: 'check that the server runs, and that the page’s policy allows it',
    test: ['e2e/frame.spec.ts', 'a frame that never answers is 4900 iframe_load_failed after 20 s; a retry works without a reload'],
  },
  'frameReasons.requestTimeout': {
    shown: ['reason', 'thrown'],
    codes: [-32603],
    when: 'a frame did not answer a request in time',
    remedy: 'try again',
    test: ['e2e/secureFrame.spec.ts', 'a login that is not answered within 120 s: the specified alert, an event, and the next try works'],
  },
  'originsErrors.rateLimited': {
    shown: ['reason'],
    when: '`GET /projects/v1/origins` answers 429',
    remedy: 'wait',
    test: [`${dialog}/optionEffects.test.tsx`, 'the developer reads “%s” once, and visitors connect all the same'],
  },
  'originsErrors.serverError': {
    shown: ['reason'],
    when: '`GET /projects/v1/origins` answers 5xx',
    remedy: 'the operator reads the server’s log',
    test: [`${dialog}/optionEffects.test.tsx`, 'the developer reads “%s” once, and visitors connect all the same'],
  },
  'nameErrors.networkNotFound': {
    shown: ['inline'],
    codes: [4901],
    when: 'a name is to be registered on a network that the page does not use',
    remedy: 'switch the network',
    test: [`${dialog}/features/names/registration.test.ts`, 'a network that the page no longer uses, and nobody connected'],
  },
  'nameErrors.addressOrConnectorNotFound': {
    shown: ['inline'],
    codes: [4100],
    when: 'nobody is connected any more when a name is to be registered',
    remedy: 'connect again',
    test: [`${dialog}/features/names/registration.test.ts`, 'a network that the page no longer uses, and nobody connected'],
  },
  'nameErrors.resolving': {
    shown: ['inline'],
    codes: [-32603],
    when: 'after a lost answer the server cannot say who has the name',
    remedy: 'try again',
    test: [`${dialog}/features/names/registration.test.ts`, 'an answer got lost, and nobody can tell who has the name'],
  },
  'nameErrors.suggestions': {
    shown: ['inline'],
    codes: [-32603],
    when: 'whether a name is free could not be found out',
    remedy: 'try again',
    test: [`${dialog}/features/names/registration.test.ts`, 'the server does not say; the next try does'],
  },
  'nameErrors.forAddress': {
    shown: ['inline'],
    codes: [-32603],
    when: 'the names of the account could not be read',
    remedy: 'try again later',
    test: [`${dialog}/features/names/registration.test.ts`, 'names of the account that nobody tells are said to be unknown'],
  },
  'nameErrors.registering': {
    shown: ['inline'],
    codes: [-32603],
    when: 'the server refused the name, or did not answer; the dialog is at the name again',
    remedy: 'read the reason, and try again',
    test: [`${dialog}/features/names/registration.test.ts`, 'the server is down: said so; the next try needs no second signature'],
  },
  'transactionErrors.feeCapTooHigh': {
    shown: ['inline'],
    when: 'the offered fee is higher than there are coins; what the user reads is a sentence for it',
    remedy: 'try again; the sentence says what to change',
    test: [`${dialog}/features/money/transactions/transactions.test.ts`, '%s, and nothing is kept of it'],
  },
  'transactionErrors.feeCapTooLow': {
    shown: ['inline'],
    when: 'the offered fee is lower than the block asks for; what the user reads is a sentence for it',
    remedy: 'try again; the sentence says what to change',
    test: [`${dialog}/features/money/transactions/transactions.test.ts`, '%s, and nothing is kept of it'],
  },
  'transactionErrors.nonceTooHigh': {
    shown: ['inline'],
    when: 'an earlier transaction is missing; what the user reads is a sentence for it',
    remedy: 'try again; the sentence says what to change',
    test: [`${dialog}/features/money/transactions/transactions.test.ts`, '%s, and nothing is kept of it'],
  },
  'transactionErrors.nonceTooLow': {
    shown: ['inline'],
    when: 'another transaction with this number was sent already; what the user reads is a sentence for it',
    remedy: 'try again; the sentence says what to change',
    test: [`${dialog}/features/money/transactions/transactions.test.ts`, '%s, and nothing is kept of it'],
  },
  'transactionErrors.nonceMax': {
    shown: ['inline'],
    when: 'the account has no numbers left; what the user reads is a sentence for it',
    remedy: 'try again; the sentence says what to change',
    test: [`${dialog}/features/money/transactions/transactions.test.ts`, '%s, and nothing is kept of it'],
  },
  'transactionErrors.insufficientFunds': {
    shown: ['inline'],
    when: 'the account cannot pay amount and fee; what the user reads is a sentence for it',
    remedy: 'try again; the sentence says what to change',
    test: [`${dialog}/features/money/transactions/transactions.test.ts`, '%s, and nothing is kept of it'],
  },
  'transactionErrors.intrinsicGasTooHigh': {
    shown: ['inline'],
    when: 'it asks for more gas than a block has; what the user reads is a sentence for it',
    remedy: 'try again; the sentence says what to change',
    test: [`${dialog}/features/money/transactions/transactions.test.ts`, '%s, and nothing is kept of it'],
  },
  'transactionErrors.intrinsicGasTooLow': {
    shown: ['inline'],
    when: 'it has too little gas; what the user reads is a sentence for it',
    remedy: 'try again; the sentence says what to change',
    test: [`${dialog}/features/money/transactions/transactions.test.ts`, '%s, and nothing is kept of it'],
  },
  'transactionErrors.transactionTypeNotSupported': {
    shown: ['inline'],
    when: 'the network does not know this kind of transaction; what the user reads is a sentence for it',
    remedy: 'try again; the sentence says what to change',
    test: [`${dialog}/features/money/transactions/transactions.test.ts`, '%s, and nothing is kept of it'],
  },
  'transactionErrors.tipAboveFeeCap': {
    shown: ['inline'],
    when: 'the tip is higher than the whole fee; what the user reads is a sentence for it',
    remedy: 'try again; the sentence says what to change',
    test: [`${dialog}/features/money/transactions/transactions.test.ts`, '%s, and nothing is kept of it'],
  },
  'transactionErrors.unknownNode': {
    shown: ['inline'],
    when: 'the node refused for a reason of its own; what the user reads is a sentence for it',
    remedy: 'try again; the sentence says what to change',
    test: [`${dialog}/features/money/transactions/transactions.test.ts`, '%s, and nothing is kept of it'],
  },
  'transactionErrors.executionReverted': {
    shown: ['thrown'],
    codes: [3],
    when: 'a contract refuses a call; it arrives as the node wrote it, and is no refusal by the user even when the contract says so',
    remedy: 'read `data`, which has the contract’s reason',
    test: ['protocol/src/errors.test.ts', 'false for %o'],
  },

  'wireErrors.invalidRequest': {
    shown: ['thrown'],
    codes: [-32600],
    when: 'a request has no method, or is no request',
    remedy: 'correct the call',
    test: ['host-sdk/src/provider/createProvider.test.ts', 'is no request (-32600)'],
  },
  'wireErrors.methodNotFound': {
    shown: ['thrown'],
    codes: [-32601, 4200],
    when: 'the other frame, or a mobile wallet’s session, has no such method',
    remedy: 'another method; another wallet',
    test: ['protocol/src/bridgeInbound.test.ts', 'only own methods exist, also for the validators'],
  },
  'wireErrors.invalidParams': {
    shown: ['thrown'],
    codes: [-32602],
    when: 'parameters are not what the method takes',
    remedy: 'correct the call',
    test: ['host-sdk/src/provider/createProvider.test.ts', 'error: parameters %j are refused (-32602)'],
  },
  'wireErrors.limitExceeded': {
    shown: ['thrown'],
    codes: [-32005],
    when: 'more than 32 requests at once, or one larger than 1 MB',
    remedy: 'wait for answers; send less',
    test: ['e2e/bridge.spec.ts', 'the thirty-third call at once is -32005 without a message'],
  },
  'wireErrors.disconnected': {
    shown: ['thrown'],
    codes: [4900],
    when: 'the frame was reloaded or removed while a request was pending, or the mobile wallet ended the session',
    remedy: 'try again; connect again',
    test: [`${dialog}/wallets/walletConnect/robust.test.ts`, 'the wallet ends the session while it is asked'],
  },
}

/** Texts that other wallet dialogs have and that nothing can provoke here: no code has them. */
export const neverRaised: readonly { readonly text: string; readonly why: string }[] = [
  {
    text: 'Unverified Domain',
    why: 'a page whose origin is not on the project’s list gets no dialog (`Origin Not Allowed`); on development origins, views that grant something say that the site is not verified',
  },
  { text: 'Failed to disconnect', why: 'the connection ends first, and the wallet is told afterwards: nothing that it answers matters' },
  {
    text: 'Missing session topic',
    why: 'a WalletConnect session has its topic from the moment it exists: without a session it is `Session not initialized`',
  },
]

/** What each code means, as a page reads it. */
export const codeMeanings: Readonly<Record<string, string>> = {
  parse: 'a node or a wallet sent no JSON',
  invalidRequest: 'no request',
  methodNotFound: 'the node, the wallet or the frame has no such method',
  invalidParams: 'wrong parameters',
  internal: 'any error without a code of its own',
  invalidInput: 'a wrong input, as a node says',
  resourceNotFound: 'nobody answered, or gave no account',
  resourceUnavailable: 'a request is pending already, or a server cannot be reached',
  transactionRejected: 'the node or the wallet rejects the transaction',
  methodNotSupported: 'the wallet does not support the method',
  limitExceeded: 'too much at once, or too often',
  versionUnsupported: 'frame and SDK are of different major versions',
  userRejected: 'the user said no',
  unauthorized: 'not connected, or not allowed here',
  unsupportedMethod: 'the method is unknown, or never allowed',
  disconnected: 'the wallet or the frame is gone',
  chainDisconnected: 'nothing is connected to that chain',
  chainNotAdded: 'the wallet or the page does not have that network',
  userRejectedLegacy: 'the user said no, in a mobile wallet; arrives untouched',
  userRejectedMethods: 'the user allowed none of the methods, in a mobile wallet; arrives untouched',
  unsupportedCapability: 'wallet calls (EIP-5792): a capability that the wallet does not have',
  unsupportedChain: 'wallet calls: a chain that the wallet does not have',
  duplicateBundleId: 'wallet calls: the id was used before',
  unknownBundleId: 'wallet calls: no calls have this id',
  bundleTooLarge: 'wallet calls: too many calls',
  atomicUpgradeRejected: 'wallet calls: the user declined the upgrade of their account',
  atomicityNotSupported: 'wallet calls: the wallet cannot do them as one',
}
