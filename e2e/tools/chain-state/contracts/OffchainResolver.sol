// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// Answers for every name of a zone by a gateway (EIP-3668) whose answers one of the signers has signed. Anybody may name another gateway: the
/// chain is local, and the gateway's address and key are known only once it runs.
contract OffchainResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error SignatureExpired();
    error InvalidSigner();

    string public url;
    address public signer;

    function setGateway(string calldata newUrl, address newSigner) external {
        url = newUrl;
        signer = newSigner;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == this.resolve.selector || id == 0x01ffc9a7;
    }

    /// ENSIP-10.
    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, msg.data, this.resolveWithProof.selector, msg.data);
    }

    /// `response`: the result, the time until which it holds, and the signature of both together with the request.
    function resolveWithProof(bytes calldata response, bytes calldata request) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert SignatureExpired();
        bytes32 hash = keccak256(abi.encodePacked(hex"1900", address(this), expires, keccak256(request), keccak256(result)));
        (address recovered, , ) = ECDSA.tryRecover(hash, signature);
        if (recovered == address(0) || recovered != signer) revert InvalidSigner();
        return result;
    }
}
