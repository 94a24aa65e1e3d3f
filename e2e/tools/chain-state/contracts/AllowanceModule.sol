// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IModuleHost {
    function execTransactionFromModule(address to, uint256 value, bytes calldata data, uint8 operation) external returns (bool);
}

/// The functions, events and storage rules of Safe's allowance module 0.1.1 as public chains have it, written anew for local chains. An account
/// lets others (delegates) spend an amount of a token, once or anew after each period.
contract AllowanceModule {
    string public constant NAME = "Allowance Module";
    string public constant VERSION = "0.1.1";
    bytes32 public constant DOMAIN_SEPARATOR_TYPEHASH = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    bytes32 public constant ALLOWANCE_TRANSFER_TYPEHASH =
        keccak256("AllowanceTransfer(address safe,address token,address to,uint96 amount,address paymentToken,uint96 payment,uint16 nonce)");

    struct Allowance {
        uint96 amount;
        uint96 spent;
        uint16 resetTimeMin;
        uint32 lastResetMin;
        uint16 nonce;
    }
    struct Delegate {
        address delegate;
        uint48 prev;
        uint48 next;
    }

    mapping(address safe => mapping(address delegate => mapping(address token => Allowance))) public allowances;
    mapping(address safe => mapping(address delegate => address[])) public tokens;
    mapping(address safe => mapping(uint48 key => Delegate)) public delegates;
    mapping(address safe => uint48) public delegatesStart;

    event AddDelegate(address indexed safe, address delegate);
    event RemoveDelegate(address indexed safe, address delegate);
    event SetAllowance(address indexed safe, address delegate, address token, uint96 allowanceAmount, uint16 resetTime);
    event ResetAllowance(address indexed safe, address delegate, address token);
    event DeleteAllowance(address indexed safe, address delegate, address token);
    event ExecuteAllowanceTransfer(address indexed safe, address delegate, address token, address to, uint96 value, uint16 nonce);
    event PayAllowanceTransfer(address indexed safe, address delegate, address paymentToken, address paymentReceiver, uint96 payment);

    function setAllowance(address delegate, address token, uint96 allowanceAmount, uint16 resetTimeMin, uint32 resetBaseMin) external {
        requireDelegate(msg.sender, delegate);
        Allowance memory allowance = current(msg.sender, delegate, token);
        // A number above zero says that the token is in the delegate's list.
        if (allowance.nonce == 0) {
            allowance.nonce = 1;
            tokens[msg.sender][delegate].push(token);
        }
        uint32 nowMin = minute();
        if (resetBaseMin > 0) {
            require(resetTimeMin > 0, "resetTimeMin > 0");
            require(resetBaseMin <= nowMin, "resetBaseMin <= currentMin");
            allowance.lastResetMin = nowMin - ((nowMin - resetBaseMin) % resetTimeMin);
        } else if (allowance.lastResetMin == 0) {
            allowance.lastResetMin = nowMin;
        }
        allowance.resetTimeMin = resetTimeMin;
        allowance.amount = allowanceAmount;
        allowances[msg.sender][delegate][token] = allowance;
        emit SetAllowance(msg.sender, delegate, token, allowanceAmount, resetTimeMin);
    }

    function resetAllowance(address delegate, address token) external {
        Allowance memory allowance = current(msg.sender, delegate, token);
        allowance.spent = 0;
        allowances[msg.sender][delegate][token] = allowance;
        emit ResetAllowance(msg.sender, delegate, token);
    }

    function deleteAllowance(address delegate, address token) external {
        clear(msg.sender, delegate, token);
    }

    /// Sends for the account what its delegate decides. Whoever calls may be paid from the allowance of another token, where the delegate signed so.
    function executeAllowanceTransfer(
        address safe,
        address token,
        address payable to,
        uint96 amount,
        address paymentToken,
        uint96 payment,
        address delegate,
        bytes calldata signature
    ) external {
        uint16 nonce = allowances[safe][delegate][token].nonce;
        bytes32 hash = generateTransferHash(safe, token, to, amount, paymentToken, payment, nonce);
        spend(safe, delegate, token, amount, true);
        if (payment > 0) spend(safe, delegate, paymentToken, payment, false);
        address signer = signerOf(hash, signature);
        require(delegate == signer && delegates[safe][uint48(uint160(signer))].delegate == signer, "expectedDelegate == signer");
        if (payment > 0) {
            send(safe, paymentToken, payable(tx.origin), payment);
            emit PayAllowanceTransfer(safe, delegate, paymentToken, tx.origin, payment);
        }
        send(safe, token, to, amount);
        emit ExecuteAllowanceTransfer(safe, delegate, token, to, amount, nonce);
    }

    function addDelegate(address delegate) external {
        uint48 key = uint48(uint160(delegate));
        require(key != 0, "index != uint(0)");
        address known = delegates[msg.sender][key].delegate;
        if (known != address(0)) {
            require(known == delegate, "currentDelegate == delegate");
            return;
        }
        uint48 start = delegatesStart[msg.sender];
        delegates[msg.sender][key] = Delegate(delegate, 0, start);
        delegates[msg.sender][start].prev = key;
        delegatesStart[msg.sender] = key;
        emit AddDelegate(msg.sender, delegate);
    }

    function removeDelegate(address delegate, bool removeAllowances) external {
        uint48 key = uint48(uint160(delegate));
        Delegate memory found = delegates[msg.sender][key];
        if (found.delegate == address(0)) return;
        if (removeAllowances) {
            address[] storage list = tokens[msg.sender][delegate];
            for (uint256 at = 0; at < list.length; at++) clear(msg.sender, delegate, list[at]);
        }
        if (found.prev == 0) delegatesStart[msg.sender] = found.next;
        else delegates[msg.sender][found.prev].next = found.next;
        if (found.next != 0) delegates[msg.sender][found.next].prev = found.prev;
        delete delegates[msg.sender][key];
        emit RemoveDelegate(msg.sender, delegate);
    }

    function generateTransferHash(
        address safe,
        address token,
        address to,
        uint96 amount,
        address paymentToken,
        uint96 payment,
        uint16 nonce
    ) public view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(DOMAIN_SEPARATOR_TYPEHASH, block.chainid, address(this)));
        bytes32 transfer = keccak256(abi.encode(ALLOWANCE_TRANSFER_TYPEHASH, safe, token, to, amount, paymentToken, payment, nonce));
        return keccak256(abi.encodePacked(bytes2(0x1901), domain, transfer));
    }

    function getChainId() external view returns (uint256) {
        return block.chainid;
    }

    function getTokens(address safe, address delegate) external view returns (address[] memory) {
        return tokens[safe][delegate];
    }

    /// Amount, spent, period in minutes, last reset in minutes, and the number of the next transfer.
    function getTokenAllowance(address safe, address delegate, address token) external view returns (uint256[5] memory) {
        Allowance memory allowance = current(safe, delegate, token);
        return [
            uint256(allowance.amount),
            uint256(allowance.spent),
            uint256(allowance.resetTimeMin),
            uint256(allowance.lastResetMin),
            uint256(allowance.nonce)
        ];
    }

    function getDelegates(address safe, uint48 start, uint8 pageSize) external view returns (address[] memory results, uint48 next) {
        results = new address[](pageSize);
        uint256 count = 0;
        next = start == 0 ? delegatesStart[safe] : start;
        while (next != 0 && count < pageSize) {
            results[count] = delegates[safe][next].delegate;
            next = delegates[safe][next].next;
            count++;
        }
        assembly ("memory-safe") {
            mstore(results, count)
        }
    }

    function minute() private view returns (uint32) {
        return uint32(block.timestamp / 60);
    }

    function requireDelegate(address safe, address delegate) private view {
        require(delegate != address(0), "delegate != address(0)");
        require(delegates[safe][uint48(uint160(delegate))].delegate == delegate, "delegates[msg.sender][uint48(delegate)].delegate == delegate");
    }

    /// What is stored, with what was spent forgotten when the period is over.
    function current(address safe, address delegate, address token) private view returns (Allowance memory allowance) {
        allowance = allowances[safe][delegate][token];
        uint32 nowMin = minute();
        if (allowance.resetTimeMin > 0 && allowance.lastResetMin + allowance.resetTimeMin <= nowMin) {
            allowance.spent = 0;
            allowance.lastResetMin = nowMin - ((nowMin - allowance.lastResetMin) % allowance.resetTimeMin);
        }
    }

    function spend(address safe, address delegate, address token, uint96 amount, bool counts) private {
        Allowance memory allowance = current(safe, delegate, token);
        unchecked {
            uint96 spent = allowance.spent + amount;
            require(spent > allowance.spent && spent <= allowance.amount, "newSpent > allowance.spent && newSpent <= allowance.amount");
            allowance.spent = spent;
            if (counts) allowance.nonce++;
        }
        allowances[safe][delegate][token] = allowance;
    }

    function clear(address safe, address delegate, address token) private {
        Allowance storage allowance = allowances[safe][delegate][token];
        allowance.amount = 0;
        allowance.spent = 0;
        allowance.resetTimeMin = 0;
        allowance.lastResetMin = 0;
        emit DeleteAllowance(safe, delegate, token);
    }

    /// No signature: whoever calls. Of a contract: not supported.
    function signerOf(bytes32 hash, bytes calldata signature) private view returns (address signer) {
        if (signature.length == 0) return msg.sender;
        require(signature.length == 65, "signatures.length == 65");
        uint8 v = uint8(signature[64]);
        require(v > 1, "Contract signatures are not supported by this module");
        (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
        if (v > 30) (hash, v) = (keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash)), v - 4);
        signer = ecrecover(hash, v, r, s);
        require(signer != address(0), "signer != address(0)");
    }

    function send(address safe, address token, address payable to, uint96 amount) private {
        if (token == address(0)) {
            require(IModuleHost(safe).execTransactionFromModule(to, amount, "", 0), "Could not execute ether transfer");
        } else {
            bytes memory data = abi.encodeWithSignature("transfer(address,uint256)", to, amount);
            require(IModuleHost(safe).execTransactionFromModule(token, 0, data, 0), "Could not execute token transfer");
        }
    }
}
