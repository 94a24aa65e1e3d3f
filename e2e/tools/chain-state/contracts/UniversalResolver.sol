// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IRegistry {
    function resolver(bytes32 node) external view returns (address);
}

interface IAddressAndName {
    function addr(bytes32 node) external view returns (address);
    function name(bytes32 node) external view returns (string memory);
}

interface IExtendedResolver {
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
}

/// Resolves names of a local ENS, with wildcards (ENSIP-10) and gateways (EIP-3668), by the functions and errors of the one on Ethereum.
contract UniversalResolver {
    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);
    error EmptyAddress();
    error ResolverError(bytes errorData);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error UnsupportedResolverProfile(bytes4 selector);
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);

    IRegistry public immutable registry;

    constructor(IRegistry registry_) {
        registry = registry_;
    }

    /// The last parameter names gateways for several questions in one; each resolver's own are asked here.
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata) external view returns (bytes memory, address) {
        (address resolver, bool extended) = _resolverFor(name);
        (bool ok, bytes memory answer) = resolver.staticcall(extended ? abi.encodeCall(IExtendedResolver.resolve, (name, data)) : data);
        if (!ok) _askGateway(resolver, answer);
        if (answer.length == 0) revert UnsupportedResolverProfile(bytes4(data));
        return (extended ? abi.decode(answer, (bytes)) : answer, resolver);
    }

    /// What a client calls with a gateway's response.
    function resolveCallback(bytes calldata response, bytes calldata extraData) external view returns (bytes memory, address) {
        (address resolver, bytes4 callback, bytes memory extra) = abi.decode(extraData, (address, bytes4, bytes));
        (bool ok, bytes memory answer) = resolver.staticcall(abi.encodeWithSelector(callback, response, extra));
        if (!ok) _askGateway(resolver, answer);
        return (abi.decode(answer, (bytes)), resolver);
    }

    /// The name that an address has chosen, when the name leads back to the address.
    function reverseWithGateways(
        bytes calldata account,
        uint256 coinType,
        string[] calldata
    ) external view returns (string memory primary, address resolver, address reverseResolver) {
        if (account.length == 0) revert EmptyAddress();
        bytes memory reverseName = abi.encodePacked(uint8(account.length * 2), _hex(account), hex"04", "addr", hex"07", "reverse", hex"00");
        bytes32 node = _node(reverseName, 0);
        reverseResolver = registry.resolver(node);
        // Other coin types have reverse names of their own, which nobody registers here.
        if (reverseResolver == address(0) || coinType != 60) revert ResolverNotFound(reverseName);
        primary = IAddressAndName(reverseResolver).name(node);
        if (bytes(primary).length == 0) return ("", address(0), address(0));
        bytes memory name = _dnsOf(primary);
        node = _node(name, 0);
        resolver = registry.resolver(node);
        if (resolver == address(0)) revert ResolverNotFound(name);
        bytes memory forward = abi.encodePacked(IAddressAndName(resolver).addr(node));
        if (keccak256(forward) != keccak256(account)) revert ReverseAddressMismatch(primary, forward);
    }

    /// The resolver of the name, or of the nearest name above it that answers for all below it.
    function _resolverFor(bytes calldata name) private view returns (address resolver, bool extended) {
        for (uint256 at; ; at += 1 + uint8(name[at])) {
            resolver = registry.resolver(_node(name, at));
            if (resolver != address(0)) {
                if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
                extended = _isExtended(resolver);
                if (at > 0 && !extended) revert ResolverNotFound(name);
                return (resolver, extended);
            }
            if (name[at] == 0) revert ResolverNotFound(name);
        }
    }

    function _isExtended(address resolver) private view returns (bool) {
        (bool ok, bytes memory answer) = resolver.staticcall(
            abi.encodeWithSignature("supportsInterface(bytes4)", IExtendedResolver.resolve.selector)
        );
        return ok && answer.length == 32 && abi.decode(answer, (bool));
    }

    /// Hands a resolver's question for its gateway on to the client, in our own name; anything else is a failure.
    function _askGateway(address resolver, bytes memory answer) private view {
        if (answer.length < 4 || bytes4(answer) != OffchainLookup.selector) revert ResolverError(answer);
        bytes memory parameters = new bytes(answer.length - 4);
        for (uint256 i; i < parameters.length; ++i) parameters[i] = answer[i + 4];
        (address sender, string[] memory urls, bytes memory callData, bytes4 callback, bytes memory extra) = abi.decode(
            parameters,
            (address, string[], bytes, bytes4, bytes)
        );
        if (sender != resolver) revert ResolverError(answer);
        revert OffchainLookup(address(this), urls, callData, this.resolveCallback.selector, abi.encode(resolver, callback, extra));
    }

    /// The namehash of what stands in a DNS name from a label on.
    function _node(bytes memory name, uint256 at) private pure returns (bytes32) {
        if (at >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[at]);
        if (length == 0) return bytes32(0);
        if (at + length >= name.length) revert DNSDecodingFailed(name);
        bytes32 label;
        assembly {
            label := keccak256(add(add(name, 33), at), length)
        }
        return keccak256(abi.encodePacked(_node(name, at + 1 + length), label));
    }

    function _dnsOf(string memory name) private pure returns (bytes memory dns) {
        bytes memory text = bytes(name);
        dns = abi.encodePacked(bytes1(0), text, bytes1(0));
        uint256 start;
        for (uint256 i; i <= text.length; ++i) {
            if (i < text.length && text[i] != ".") continue;
            if (i == start || i - start > 255) revert DNSEncodingFailed(name);
            dns[start] = bytes1(uint8(i - start));
            start = i + 1;
        }
    }

    function _hex(bytes calldata data) private pure returns (bytes memory text) {
        text = new bytes(data.length * 2);
        for (uint256 i; i < text.length; ++i) text[i] = bytes("0123456789abcdef")[uint8(data[i / 2]) >> (i % 2 == 0 ? 4 : 0) & 15];
    }
}
