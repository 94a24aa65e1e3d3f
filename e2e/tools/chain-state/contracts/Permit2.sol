// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// The functions, events, errors and typed data of Permit2 as public chains have it, written anew for local chains: no package has its code.
contract Permit2 {
    using SafeERC20 for IERC20;

    struct PermitDetails {
        address token;
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }
    struct PermitSingle {
        PermitDetails details;
        address spender;
        uint256 sigDeadline;
    }
    struct PermitBatch {
        PermitDetails[] details;
        address spender;
        uint256 sigDeadline;
    }
    struct Allowance {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }
    struct TokenSpenderPair {
        address token;
        address spender;
    }
    struct AllowanceTransferDetails {
        address from;
        address to;
        uint160 amount;
        address token;
    }
    struct TokenPermissions {
        address token;
        uint256 amount;
    }
    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }
    struct PermitBatchTransferFrom {
        TokenPermissions[] permitted;
        uint256 nonce;
        uint256 deadline;
    }
    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    error AllowanceExpired(uint256 deadline);
    error InsufficientAllowance(uint256 amount);
    error ExcessiveInvalidation();
    error InvalidAmount(uint256 maxAmount);
    error InvalidNonce();
    error InvalidSigner();
    error LengthMismatch();
    error SignatureExpired(uint256 signatureDeadline);

    event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration);
    event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce);
    event Lockdown(address indexed owner, address token, address spender);
    event NonceInvalidation(address indexed owner, address indexed token, address indexed spender, uint48 newNonce, uint48 oldNonce);
    event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask);

    string private constant PERMISSIONS = "TokenPermissions(address token,uint256 amount)";
    string private constant DETAILS = "PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)";
    string private constant TRANSFER_FIELDS = " permitted,address spender,uint256 nonce,uint256 deadline";

    mapping(address owner => mapping(address token => mapping(address spender => Allowance))) public allowance;
    mapping(address owner => mapping(uint256 word => uint256)) public nonceBitmap;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        bytes32 kind = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(kind, keccak256("Permit2"), block.chainid, address(this)));
    }

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        Allowance storage allowed = allowance[msg.sender][token][spender];
        allowed.amount = amount;
        // Zero means: in this block only.
        allowed.expiration = expiration == 0 ? uint48(block.timestamp) : expiration;
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function permit(address owner, PermitSingle calldata single, bytes calldata signature) external {
        bytes32 kind = keccak256(abi.encodePacked("PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)", DETAILS));
        _verify(owner, keccak256(abi.encode(kind, _hash(single.details), single.spender, single.sigDeadline)), single.sigDeadline, signature);
        _allow(owner, single.spender, single.details);
    }

    function permit(address owner, PermitBatch calldata batch, bytes calldata signature) external {
        bytes32[] memory hashes = new bytes32[](batch.details.length);
        for (uint256 i; i < hashes.length; ++i) hashes[i] = _hash(batch.details[i]);
        bytes32 kind = keccak256(abi.encodePacked("PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)", DETAILS));
        bytes32 hash = keccak256(abi.encode(kind, keccak256(abi.encodePacked(hashes)), batch.spender, batch.sigDeadline));
        _verify(owner, hash, batch.sigDeadline, signature);
        for (uint256 i; i < hashes.length; ++i) _allow(owner, batch.spender, batch.details[i]);
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        _transfer(from, to, amount, token);
    }

    function transferFrom(AllowanceTransferDetails[] calldata transfers) external {
        for (uint256 i; i < transfers.length; ++i) _transfer(transfers[i].from, transfers[i].to, transfers[i].amount, transfers[i].token);
    }

    function lockdown(TokenSpenderPair[] calldata approvals) external {
        for (uint256 i; i < approvals.length; ++i) {
            allowance[msg.sender][approvals[i].token][approvals[i].spender].amount = 0;
            emit Lockdown(msg.sender, approvals[i].token, approvals[i].spender);
        }
    }

    function invalidateNonces(address token, address spender, uint48 newNonce) external {
        uint48 oldNonce = allowance[msg.sender][token][spender].nonce;
        if (newNonce <= oldNonce) revert InvalidNonce();
        if (newNonce - oldNonce > type(uint16).max) revert ExcessiveInvalidation();
        allowance[msg.sender][token][spender].nonce = newNonce;
        emit NonceInvalidation(msg.sender, token, spender, newNonce, oldNonce);
    }

    function invalidateUnorderedNonces(uint256 word, uint256 mask) external {
        nonceBitmap[msg.sender][word] |= mask;
        emit UnorderedNonceInvalidation(msg.sender, word, mask);
    }

    function permitTransferFrom(
        PermitTransferFrom calldata permission,
        SignatureTransferDetails calldata transfer,
        address owner,
        bytes calldata signature
    ) external {
        bytes32 kind = keccak256(abi.encodePacked("PermitTransferFrom(TokenPermissions", TRANSFER_FIELDS, ")", PERMISSIONS));
        bytes32 hash = keccak256(abi.encode(kind, _hash(permission.permitted), msg.sender, permission.nonce, permission.deadline));
        _verify(owner, hash, permission.deadline, signature);
        _useNonce(owner, permission.nonce);
        _send(permission.permitted, transfer, owner);
    }

    function permitWitnessTransferFrom(
        PermitTransferFrom calldata permission,
        SignatureTransferDetails calldata transfer,
        address owner,
        bytes32 witness,
        string calldata witnessType,
        bytes calldata signature
    ) external {
        bytes32 kind = keccak256(abi.encodePacked("PermitWitnessTransferFrom(TokenPermissions", TRANSFER_FIELDS, ",", witnessType));
        bytes32 hash = keccak256(abi.encode(kind, _hash(permission.permitted), msg.sender, permission.nonce, permission.deadline, witness));
        _verify(owner, hash, permission.deadline, signature);
        _useNonce(owner, permission.nonce);
        _send(permission.permitted, transfer, owner);
    }

    function permitTransferFrom(
        PermitBatchTransferFrom calldata permission,
        SignatureTransferDetails[] calldata transfers,
        address owner,
        bytes calldata signature
    ) external {
        bytes32 kind = keccak256(abi.encodePacked("PermitBatchTransferFrom(TokenPermissions[]", TRANSFER_FIELDS, ")", PERMISSIONS));
        bytes32 hash = keccak256(abi.encode(kind, _hash(permission.permitted), msg.sender, permission.nonce, permission.deadline));
        _verify(owner, hash, permission.deadline, signature);
        _useNonce(owner, permission.nonce);
        _send(permission.permitted, transfers, owner);
    }

    function permitWitnessTransferFrom(
        PermitBatchTransferFrom calldata permission,
        SignatureTransferDetails[] calldata transfers,
        address owner,
        bytes32 witness,
        string calldata witnessType,
        bytes calldata signature
    ) external {
        bytes32 kind = keccak256(abi.encodePacked("PermitBatchWitnessTransferFrom(TokenPermissions[]", TRANSFER_FIELDS, ",", witnessType));
        bytes32 hash = keccak256(abi.encode(kind, _hash(permission.permitted), msg.sender, permission.nonce, permission.deadline, witness));
        _verify(owner, hash, permission.deadline, signature);
        _useNonce(owner, permission.nonce);
        _send(permission.permitted, transfers, owner);
    }

    function _allow(address owner, address spender, PermitDetails calldata details) private {
        Allowance storage allowed = allowance[owner][details.token][spender];
        if (allowed.nonce != details.nonce) revert InvalidNonce();
        uint48 expiration = details.expiration == 0 ? uint48(block.timestamp) : details.expiration;
        allowance[owner][details.token][spender] = Allowance(details.amount, expiration, details.nonce + 1);
        emit Permit(owner, details.token, spender, details.amount, details.expiration, details.nonce);
    }

    function _transfer(address from, address to, uint160 amount, address token) private {
        Allowance storage allowed = allowance[from][token][msg.sender];
        if (block.timestamp > allowed.expiration) revert AllowanceExpired(allowed.expiration);
        if (allowed.amount != type(uint160).max) {
            if (amount > allowed.amount) revert InsufficientAllowance(allowed.amount);
            allowed.amount -= amount;
        }
        IERC20(token).safeTransferFrom(from, to, amount);
    }

    function _send(TokenPermissions calldata permitted, SignatureTransferDetails calldata transfer, address owner) private {
        if (transfer.requestedAmount > permitted.amount) revert InvalidAmount(permitted.amount);
        if (transfer.requestedAmount > 0) IERC20(permitted.token).safeTransferFrom(owner, transfer.to, transfer.requestedAmount);
    }

    function _send(TokenPermissions[] calldata permitted, SignatureTransferDetails[] calldata transfers, address owner) private {
        if (permitted.length != transfers.length) revert LengthMismatch();
        for (uint256 i; i < permitted.length; ++i) _send(permitted[i], transfers[i], owner);
    }

    function _useNonce(address owner, uint256 nonce) private {
        uint256 bit = 1 << (nonce & 0xff);
        uint256 word = nonce >> 8;
        if (nonceBitmap[owner][word] & bit != 0) revert InvalidNonce();
        nonceBitmap[owner][word] |= bit;
    }

    function _verify(address owner, bytes32 hash, uint256 deadline, bytes calldata signature) private view {
        if (block.timestamp > deadline) revert SignatureExpired(deadline);
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), hash));
        if (!SignatureChecker.isValidSignatureNowCalldata(owner, digest, signature)) revert InvalidSigner();
    }

    function _hash(PermitDetails calldata details) private pure returns (bytes32) {
        return keccak256(abi.encode(keccak256(bytes(DETAILS)), details));
    }

    function _hash(TokenPermissions calldata permitted) private pure returns (bytes32) {
        return keccak256(abi.encode(keccak256(bytes(PERMISSIONS)), permitted));
    }

    function _hash(TokenPermissions[] calldata permitted) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](permitted.length);
        for (uint256 i; i < hashes.length; ++i) hashes[i] = _hash(permitted[i]);
        return keccak256(abi.encodePacked(hashes));
    }
}
