// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IAllowanceModule {
    function executeAllowanceTransfer(
        address safe,
        address token,
        address payable to,
        uint96 amount,
        address paymentToken,
        uint96 payment,
        address delegate,
        bytes calldata signature
    ) external;
}

interface IToken {
    function balanceOf(address account) external view returns (uint256);
}

/// One permission of an account: its spender may send one coin until a moment. It is a delegate of Safe's allowance module, which limits the amount.
/// It can do nothing but send that coin, holds nothing, and cannot be changed. Spent as ERC-7710 says.
/// The module counts what it asked for as spent, also of a token that answers no: what has not left the account reverts all of it here.
contract SpendingPermission {
    IAllowanceModule public immutable module;
    address public immutable account;
    /// Zero: the network's own coin.
    address public immutable token;
    address public immutable spender;
    /// Seconds since 1970; from then on nothing can be spent.
    uint256 public immutable expiry;

    /// Units by which a token that counts in shares may round.
    uint256 private constant rounding = 2;

    error NotTheSpender();
    error Expired();
    error NotPermitted();
    error NotSent();

    constructor(address module_, address account_, address token_, address spender_, uint256 expiry_) {
        module = IAllowanceModule(module_);
        account = account_;
        token = token_;
        spender = spender_;
        expiry = expiry_;
    }

    /// All that it permits, in one call.
    function terms() external view returns (address, address, address, address, uint256) {
        return (address(module), account, token, spender, expiry);
    }

    /// Sends coins of the account (ERC-7710). What cannot be sent reverts all of it.
    ///
    /// @param modes zero for each: one call, which must not fail (ERC-7579)
    /// @param executions target, value and data, packed: coins to the target, or `transfer(address,uint256)` of the token
    function redeemDelegations(bytes[] calldata contexts, bytes32[] calldata modes, bytes[] calldata executions) external {
        if (msg.sender != spender) revert NotTheSpender();
        if (block.timestamp >= expiry) revert Expired();
        if (contexts.length != executions.length || modes.length != executions.length) revert NotPermitted();
        for (uint256 at = 0; at < executions.length; at++) {
            if (modes[at] != 0) revert NotPermitted();
            (address to, uint256 amount) = transferOf(executions[at]);
            if (amount > type(uint96).max) revert NotPermitted();
            uint256 before = balance();
            module.executeAllowanceTransfer(account, token, payable(to), uint96(amount), address(0), 0, address(this), "");
            if (to == account) continue;
            uint256 gone = before - balance();
            if (gone == 0 || gone + rounding < amount || gone > amount + rounding) revert NotSent();
        }
    }

    function balance() private view returns (uint256) {
        return token == address(0) ? account.balance : IToken(token).balanceOf(account);
    }

    function transferOf(bytes calldata execution) private view returns (address to, uint256 amount) {
        if (execution.length < 52) revert NotPermitted();
        address target = address(bytes20(execution[:20]));
        uint256 value = uint256(bytes32(execution[20:52]));
        bytes calldata data = execution[52:];
        if (token == address(0)) {
            if (data.length != 0) revert NotPermitted();
            return (target, value);
        }
        if (target != token || value != 0 || data.length != 68 || bytes4(data[:4]) != 0xa9059cbb) revert NotPermitted();
        return abi.decode(data[4:], (address, uint256));
    }
}
