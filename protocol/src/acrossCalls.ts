/**
 * Calls of LI.FI's contract that take tokens to another chain by Across, as signatures for viem's `parseAbi`: https://github.com/lifinance/contracts,
 * AcrossFacetV3 and AcrossFacetV4, with a swap before the bridge and without. The server and the dialog share these names only: each reads a call by
 * itself, because the dialog does not rely on what the server has checked.
 */
export const acrossCalls = [
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'struct AcrossV3Data { address receiverAddress; address refundAddress; address receivingAssetId; uint256 outputAmount; uint64 outputAmountPercent; address exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityDeadline; bytes message; }',
  'struct AcrossV4Data { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV3(BridgeData bridgeData, AcrossV3Data acrossData)',
  'function startBridgeTokensViaAcrossV4(BridgeData bridgeData, AcrossV4Data acrossData)',
  'function swapAndStartBridgeTokensViaAcrossV3(BridgeData bridgeData, SwapData[] swapData, AcrossV3Data acrossData)',
  'function swapAndStartBridgeTokensViaAcrossV4(BridgeData bridgeData, SwapData[] swapData, AcrossV4Data acrossData)',
] as const
