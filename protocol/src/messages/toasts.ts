export const authInitFailed = 'A problem occurred while trying initialize authentication'
export const signMessageFailed = 'Error signing message'
export const tokenBalanceUnavailable = 'Token Balance Unavailable'
export const transactionsUnavailable = 'Failed to fetch transactions'
